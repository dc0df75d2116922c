/** Formats AI visibility metrics: values, confidence intervals and changes. */
import type { Data } from "@/components/api/types"
import { count, pluralize } from "@/domain/kernel/format-count"
import { percent, percentRange } from "@/domain/metrics/format-value"

/** The metrics of one brand, for all answers or for one group of them, such as those of one engine. */
export type Row = Data<"aiVisibility", "getMetrics">["rows"][number]
export type Metric = Row["visibility"]

/** Formats a share in percent. A dash if there is no value. */
export const share = ({ value }: Pick<Metric, "value">) => (value === null ? "–" : percent(value))

/** Formats an average position, of which 1 is the best. A dash if there is no value. */
export const position = ({ value }: Pick<Metric, "value">) => (value === null ? "–" : value.toFixed(1))

/** A position and a sentiment need this many mentions. */
const minMentions = 5

/** The sentiment from 0 to 100. Null with too few mentions, as for positions. */
export const sentimentValue = ({ sentiment_score: { value, denominator } }: Pick<Row, "sentiment_score">) =>
  denominator < minMentions ? null : value

/** Formats a sentiment from 0 to 100. A dash if there is no value. */
export const sentiment = (row: Pick<Row, "sentiment_score">) => sentimentValue(row)?.toFixed(0) ?? "–"

/**
 * Formats the size of a difference between two shares, without its sign: "12 points", or "0.3 points" below one point.
 * Whole points agree with the difference of the two shares as pages show them, "52.1%" and "37.0%".
 */
export function formatPoints(difference: number) {
  const points = Math.abs(difference * 100)
  const size = points.toFixed(points < 1 ? 1 : 0)
  return `${size} ${Number(size) === 1 ? "point" : "points"}`
}

/** The visibility in the scan or period that the row is compared with. */
export const previousVisibility = ({ change }: Pick<Row, "change">) => change?.previous?.visibility.value

type Change = NonNullable<Row["change"]>
type Verdict = Change["verdict"]

/**
 * The difference that the verdict refers to. Usually it is the difference of the two values. If prompts or engines were
 * added or removed, the values can move against the verdict, which compares only what both scans asked. It is then the
 * difference on these prompts and engines.
 */
export function differenceOf({ verdict, delta_abs, delta_compared }: Change) {
  const isOpposite = (verdict === "up" && (delta_abs ?? 1) <= 0) || (verdict === "down" && (delta_abs ?? -1) >= 0)
  return isOpposite
    ? { difference: delta_compared, isOfCommonPart: true }
    : { difference: delta_abs, isOfCommonPart: false }
}

/** True if the change is statistically significant. */
export const isSignificant = (verdict: Verdict | undefined) => verdict === "up" || verdict === "down"

/** True if a table of these rows has a column for changes: some rows are compared with an earlier scan or period. */
export const isCompared = (rows: readonly Pick<Row, "change">[]) => rows.some(({ change }) => change?.previous)

/** True if a table of these rows needs a column for positions. */
export const hasPositions = (rows: readonly Row[]) =>
  rows.filter(({ average_position }) => average_position.value !== null).length > rows.length / 4

/** The ends of a confidence interval. */
export type Bounds = { low: number; high: number }

/** "64 to 93%" */
export const bounds = ({ ci }: { ci: Bounds | null }) => (ci ? percentRange(ci) : "")

/** "64 to 93%: 33 of 42 answers". Only the counts if there is no interval. */
export const boundsWithCounts = ({ ci, numerator, denominator }: Pick<Metric, "ci" | "numerator" | "denominator">) =>
  [bounds({ ci }), `${count(numerator)} of ${pluralize(denominator, "answer")}`].filter(Boolean).join(": ")

/** "1.8 to 2.4" */
export const rankBounds = ({ ci }: Pick<Metric, "ci">) => (ci ? `${ci.low.toFixed(1)} to ${ci.high.toFixed(1)}` : "")

export const confidenceLabels: Record<Metric["confidence"], string> = {
  insufficient: "too few answers",
  low: "few answers",
  medium: "enough answers",
  high: "many answers",
}

/** Why a metric has no interval. */
export const noIntervalLabels: Record<NonNullable<Metric["no_interval"]>, string> = {
  nothing_counted: "nothing to count yet",
  too_few_answers: "no interval: fewer than 10 answers",
  too_few_events: "no interval: nearly all positions are 1",
  no_variation: "no interval: all answers are alike",
  too_few_topics: "no interval: too few topics",
  panel_only: "no interval: this metric has none",
  left_out: "no interval: too many answers for this period",
  in_rows: "no interval: the rows have one",
}
