/** Badge for the state of a scan. */
import { Badge } from "@/components/ui/badge"
import { type Scan, states } from "./scan-words"

export function ScanState({ status }: Pick<Scan, "status">) {
  const { word, dot } = states[status]
  return <Badge state={dot}>{word}</Badge>
}
