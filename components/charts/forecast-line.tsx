/** A dashed line from the last value to the forecast. Rendered inside a chart. */
import { ReferenceLine } from "recharts"

/** `at`: milliseconds since 1970. */
type End = { at: number; value: number }

export const ForecastLine = ({ from, to, color }: { from: End; to: End; color: string }) => (
  <ReferenceLine
    segment={[
      { x: from.at, y: from.value },
      { x: to.at, y: to.value },
    ]}
    stroke={color}
    strokeWidth={1.5}
    strokeDasharray="5 4"
  />
)
