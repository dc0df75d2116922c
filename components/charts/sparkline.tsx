/** A small line without axes. It is decoration beside a number, so screen readers skip it. */
type Props = { values: (number | null)[]; className?: string }

const [width, height, margin] = [100, 28, 2]

/** Fills the width of its container. Missing values are gaps in the line. */
export function Sparkline({ values, className }: Props) {
  const numbers = values.filter((value) => value !== null)
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)]
  const xOf = (n: number) => (n / Math.max(1, values.length - 1)) * width
  const yOf = (value: number) => height - margin - ((value - low) / (high - low || 1)) * (height - 2 * margin)
  const path = values
    .map((value, n) => {
      if (value === null) return ""
      const isStart = (values[n - 1] ?? null) === null
      return `${isStart ? "M" : "L"}${xOf(n).toFixed(1)} ${yOf(value).toFixed(1)}`
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
