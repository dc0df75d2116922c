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
  valueLabel?: string
  /** The time of the point at which the name stands, instead of the end of the line. */
  nameAt?: number | undefined
  /** The name stands below its point. It does so only if that is not the end of the chart. */
  isBelow?: boolean
  color: string
  isBold?: boolean
  isComparison?: boolean
}
