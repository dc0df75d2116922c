/** Shows whether a metric changed since the previous scan, with the size of the change when it is significant. */
import { Badge } from "@/components/ui/badge"
import { cn } from "@/components/ui/class-names"
import { Td } from "@/components/ui/table"
import { differenceOf, formatPoints, isSignificant, type Row } from "./format-metrics"

type Change = NonNullable<Row["change"]>

const labels: Record<Change["verdict"], string> = {
  up: "up",
  down: "down",
  no_clear_change: "no clear change",
  not_comparable: "not comparable",
  insufficient: "too little data",
}

type VerdictProps = {
  row: Pick<Row, "change" | "brand">
  /** In a frame, for a verdict outside of tables and sentences. */
  isBadge?: boolean
}

/** An increase is green and a decrease red for your brand. Changes of other brands are neutral. */
export function Verdict({ row: { change, brand }, isBadge }: VerdictProps) {
  if (!change) return null
  const { verdict } = change
  const { difference } = differenceOf(change)
  const words = (
    <VerdictWords
      verdict={verdict}
      size={difference === null ? "" : formatPoints(difference)}
      isBetter={brand.kind === "own" ? verdict === "up" : null}
    />
  )
  return isBadge ? <Badge>{words}</Badge> : words
}

/** Stands in place of a verdict if there is no earlier scan to compare with. */
export const FirstScan = ({ isBadge }: { isBadge?: boolean }) =>
  isBadge ? (
    <Badge>
      <span className="text-quiet">First scan</span>
    </Badge>
  ) : (
    <span className="whitespace-nowrap text-quiet">first scan</span>
  )

/** The verdict as a cell of a table. A dash without an earlier value, which phones leave out. */
export function ChangeTd({ row }: { row: VerdictProps["row"] | undefined }) {
  const isRowCompared = row?.change?.previous
  return (
    <Td className={cn("whitespace-nowrap", !isRowCompared && "max-md:hidden")}>
      {isRowCompared ? <Verdict row={row} /> : <span className="text-quiet">–</span>}
    </Td>
  )
}

type MetricName = keyof Change["metrics"]

/** The verdict on another headline metric of your brand, in a frame. A lower position is better. */
export function MetricVerdict({ row: { change }, name }: { row: Row; name: MetricName }) {
  const { verdict, delta } = change?.metrics[name] ?? {}
  if (!verdict) return null
  return (
    <Badge>
      <VerdictWords
        verdict={verdict}
        size={sizes[name](Math.abs(delta ?? 0))}
        isBetter={(verdict === "up") !== (name === "average_position")}
      />
    </Badge>
  )
}

type WordsProps = {
  verdict: Change["verdict"]
  size: string
  /** Null if the change is neither good nor bad for you. */
  isBetter: boolean | null
}

function VerdictWords({ verdict, size, isBetter }: WordsProps) {
  if (!isSignificant(verdict)) return <span className="whitespace-nowrap text-quiet">{labels[verdict]}</span>
  const color = isBetter ? "text-clear" : "text-danger"
  return (
    <span className="figures whitespace-nowrap">
      <span aria-hidden className={cn("mr-1", isBetter === null ? "text-quiet" : color)}>
        {verdict === "up" ? "▲" : "▼"}
      </span>
      {[labels[verdict], size].filter(Boolean).join(" ")}
    </span>
  )
}

const sizes: Record<MetricName, (size: number) => string> = {
  share_of_voice: (size) => formatPoints(size),
  citation_rate: (size) => formatPoints(size),
  average_position: (size) => size.toFixed(1),
  sentiment_score: (size) => size.toFixed(0),
}
