/** Badges for the state of a data source and of a sync. */
import { Badge } from "@/components/ui/badge"
import { type Source, type Sync, stateLabels, syncLabels } from "./source-labels"

export function SourceState({ status, stale }: Pick<Source, "status" | "stale">) {
  const { label, dot } = stateLabels[status]
  return (
    <span className="inline-flex flex-wrap gap-1">
      <Badge state={dot}>{label}</Badge>
      {stale && <Badge state="caution">stale</Badge>}
    </span>
  )
}

export function SyncState({ status }: Pick<Sync, "status">) {
  const { label, dot } = syncLabels[status]
  return <Badge state={dot}>{label}</Badge>
}
