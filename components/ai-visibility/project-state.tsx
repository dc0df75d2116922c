/** Badge for the state of a paused or archived project. */
import type { Data } from "@/components/api/types"
import { Badge } from "@/components/ui/badge"

export function ProjectState({ status }: { status: Data<"aiVisibility", "getProject">["status"] }) {
  return status === "active" ? null : <Badge state="idle">{status}</Badge>
}
