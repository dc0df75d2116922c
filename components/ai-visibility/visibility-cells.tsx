/** Two cells of a table: a visibility, and its 95% interval as a bar on an axis from 0 to 100%. */
import { numeric, Td, Th } from "@/components/ui/table"
import { type Bounds, bounds, share } from "./format-metrics"
import { Axis, IntervalBar } from "./interval-bar"

/** The header of the bar. The header of the visibility can be sortable, so each table has its own. */
export const IntervalTh = ({ className }: { className: string }) => (
  <Th className={className}>
    <span className="sr-only">95% interval</span>
    <Axis max={1} />
  </Th>
)

/** `metric`: undefined without answers. `competitor`: the visibility of the best competitor. */
type Props = { metric: { value: number | null; ci: Bounds | null } | undefined; competitor?: number | null | undefined }

export const VisibilityCells = ({ metric, competitor }: Props) => (
  <>
    <Td label="visibility" className={`${numeric} whitespace-nowrap`}>
      {metric ? share(metric) : <span className="text-quiet">–</span>}
    </Td>
    <IntervalTd metric={metric} competitor={competitor} className="max-md:w-full" />
  </>
)

export const IntervalTd = ({ metric, competitor, className }: Props & { className: string }) => (
  <Td className={className} title={metric && bounds(metric)}>
    {metric && (
      <>
        <IntervalBar metric={metric} competitor={competitor} />
        <span className="sr-only">{bounds(metric)}</span>
      </>
    )}
  </Td>
)
