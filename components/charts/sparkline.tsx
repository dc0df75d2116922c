/** A small line without axes. It is decoration beside a number, so screen readers skip it. */
type Props = {
  values: (number | null)[]
  /** The values at the bottom and at the top, for sparklines that are compared. By default, those of the line. */
  domain?: [low: number, high: number]
  className?: string
}

// In units of the view box, which the browser scales to the container.
const width = 100
const height = 28
const margin = 2

/** Fills the width of its container. Missing values are gaps in the line. */
export function Sparkline({ values, domain, className }: Props) {
  const numbers = values.filter((value) => value !== null)
  const [low, high] = domain ?? [Math.min(...numbers), Math.max(...numbers)]
  const xOf = (index: number) => (index / Math.max(1, values.length - 1)) * width
  const yOf = (value: number) => height - margin - ((value - low) / (high - low || 1)) * (height - 2 * margin)
  const path = values
    .map((value, index) => {
      if (value === null) return ""
      const isStart = (values[index - 1] ?? null) === null
      const point = `${xOf(index).toFixed(1)} ${yOf(value).toFixed(1)}`
      // The line of no length draws a dot if the next value is missing too.
      return isStart ? `M${point}h0` : `L${point}`
    })
    .join("")
  return (
    <svg aria-hidden viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" className={className}>
      <path
        d={path}
        fill="none"
        stroke="var(--series-1)"
        strokeWidth={1.5}
        strokeLinejoin="round"
        strokeLinecap="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}
