/** Badge for the state of a client. */
import { Badge } from "@/components/ui/badge"
import type { Client } from "./client-filters"

const dots = { active: "clear", paused: "idle", archived: "idle" } as const

export function ClientState({ status }: { status: Client["status"] }) {
  return <Badge state={dots[status]}>{status}</Badge>
}
