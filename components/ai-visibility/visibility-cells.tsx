/**
 * Parts of tables with metrics: the cells of a visibility and of its 95% interval, as a bar on an axis from 0 to 100%, and
 * a note about missing values.
 */
import { numeric, Td, Th } from "@/components/ui/table"
import { type Bounds, bounds, type Metric, type Row, sentimentValue, share } from "./format-metrics"
import { Axis, IntervalBar } from "./interval-bar"

/** The header of the bar. The header of the visibility can be sortable, so each table has its own. */
export const IntervalTh = ({ className }: { className: string }) => (
  <Th className={className}>
    <span className="sr-only">95% interval</span>
    <Axis />
  </Th>
)

export type Rival = { name: string; visibility: Pick<Metric, "value"> }

/** `metric`: undefined without answers. `rival`: the best competitor. */
type Props = {
  metric: { value: number | null; ci: Bounds | null } | undefined
  rival?: Rival | null | undefined
}

export const VisibilityCells = ({ metric, rival }: Props) => (
  <>
    <Td label="visibility" className={`${numeric} whitespace-nowrap`}>
      {metric ? share(metric) : <span className="text-quiet">–</span>}
    </Td>
    <IntervalTd metric={metric} rival={rival} className="max-md:w-full" />
  </>
)

export const IntervalTd = ({ metric, rival, className }: Props & { className: string }) => (
  <Td className={className} title={metric && bounds(metric)}>
    {metric && (
      <>
        <IntervalBar metric={metric} competitor={rival?.visibility.value} />
        <span className="sr-only">{bounds(metric)}</span>
        {rival && <RivalName rival={rival} />}
      </>
    )}
  </Td>
)

/** The name and the value of the best competitor, below its mark. Grows to the side of the axis that has more space. */
function RivalName({ rival: { name, visibility } }: { rival: Rival }) {
  const value = visibility.value ?? 0
  const place = `${value * 100}%`
  const isOnRight = value > 0.5
  return (
    <span
      data-not-in-csv
      className={`flex text-quiet text-small ${isOnRight ? "justify-end" : ""}`}
      style={isOnRight ? { paddingRight: `calc(100% - ${place})` } : { paddingLeft: place }}
    >
      <span className="sr-only">, best competitor: </span>
      <bdi className="truncate">{name}</bdi>
      <span className="figures ml-1.5">{share(visibility)}</span>
    </span>
  )
}

/**
 * Explains the dashes in the columns of positions and sentiments, below a table that has any. `hasSentiment`: the table
 * has a column for sentiments.
 */
export const FewMentionsNote = ({ rows, hasSentiment }: { rows: Row[]; hasSentiment?: boolean }) =>
  rows.some((row) => row.average_position.value === null || (hasSentiment && sentimentValue(row) === null)) && (
    <p className="mt-2 text-quiet text-small">– Fewer than 5 mentions.</p>
  )
