/** Badges for the state of a report: its status, and whether it is shared with the client. */
import type { Data } from "@/components/api/types"
import { Time } from "@/components/time"
import { Badge } from "@/components/ui/badge"
import type { Report } from "./report-filters"

export type ShareSummary = Data<"reports", "listShareSummaries">[number]

const badgeStates = { published: "clear", draft: "idle", archived: "idle" } as const

export function ReportState({ status }: { status: Report["status"] }) {
  return <Badge state={badgeStates[status]}>{status}</Badge>
}

/** "draft", "not shared", or "shared by 2 links, opened yesterday". Only published reports can be shared. */
export function SharingState({ status, shared }: { status: Report["status"]; shared: ShareSummary | undefined }) {
  if (status !== "published") return <ReportState status={status} />
  if (!shared) return <Badge state="idle">not shared</Badge>
  const { active_links_n, last_viewed_at } = shared
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      <Badge state="clear">shared by {active_links_n === 1 ? "link" : `${active_links_n} links`}</Badge>
      <span className="text-quiet">
        {last_viewed_at ? "opened " : "not opened yet"}
        {last_viewed_at && <Time at={last_viewed_at} />}
      </span>
    </span>
  )
}
