/** Badge for the state of a report. */
import { Badge } from "@/components/ui/badge"
import type { Report } from "./report-filters"

const badgeStates = { published: "clear", draft: "idle", archived: "idle" } as const

export function ReportState({ status }: { status: Report["status"] }) {
  return <Badge state={badgeStates[status]}>{status}</Badge>
}
