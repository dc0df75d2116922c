/** The points and lines of a chart over time. */

export type TimePoint = {
  /** In milliseconds since 1970. */
  at: number
  values: Record<string, number | null>
  /** The interval of the first line. */
  band?: [low: number, high: number] | null
  /** The time of the comparison line's value. */
  comparedAt?: number
}
export type TimeLine = {
  id: string
  name: string
  /** The value that is shown after the name at the end of the line and in the legend. */
  endLabel?: string
  /** The name stands below the last point of a line that ends before the chart does. */
  isBelow?: boolean
  color: string
  isBold?: boolean
  isComparison?: boolean
}
