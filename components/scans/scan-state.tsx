/** Badge for the state of a scan. */
import { Badge } from "@/components/ui/badge"
import { type Scan, states } from "./scan-labels"

export function ScanState({ status }: Pick<Scan, "status">) {
  const { label, dot } = states[status]
  return <Badge state={dot}>{label}</Badge>
}
