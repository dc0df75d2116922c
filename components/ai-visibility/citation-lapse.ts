/** Says since when no answer has cited a domain, and how many answers cited it until then. */
import { formatDate } from "@/components/format-date"
import { pluralize } from "@/domain/kernel/format-count"
import { percent, percentRange } from "@/domain/metrics/format-value"
import { describeLastScans } from "./answer-filters"

type Scan = { finished_at: string; answers_n: number; cited_n: number }

/** `scans`: oldest first. Empty if the latest scan cites the domain, and if no scan does. */
export function citationLapse(scans: readonly Scan[]): string {
  const first = scans.findIndex(isCiting)
  const last = scans.findLastIndex(isCiting)
  const lastCiting = scans[last]
  if (!lastCiting || last === scans.length - 1) return ""
  const date = formatDate(new Date(lastCiting.finished_at), "UTC")
  const shares = scans
    .slice(first, last + 1)
    .filter(({ answers_n }) => answers_n > 0)
    .map(({ cited_n, answers_n }) => cited_n / answers_n)
  if (shares.length === 1)
    return `Of ${describeLastScans(scans.length)}, only that of ${date} cites this domain, in ${rangeOf(shares)} of its answers.`
  return `No answer has cited this domain since the scan of ${date}. In the ${pluralize(shares.length, "scan")} until then, ${rangeOf(shares)} of the answers cited it.`
}

const isCiting = ({ cited_n }: Scan) => cited_n > 0

/** "20 to 25%", or "20%" if both ends are equal. */
function rangeOf(shares: number[]): string {
  const low = Math.min(...shares)
  const high = Math.max(...shares)
  return percent(low, 0) === percent(high, 0) ? percent(high, 0) : percentRange({ low, high })
}
