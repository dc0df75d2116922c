/**
 * Defines a finding: what a detector found. Detectors are pure functions, and the evaluation stores their findings as
 * signals.
 */
import type { z } from "zod"
import type { signalCreated } from "@/domain/events/signal-created"
import type { Change } from "@/domain/visibility/statistics/change"

type EventSignal = z.infer<typeof signalCreated>["signal"]

export type SignalType = EventSignal["type"]
export type Severity = EventSignal["severity"]

/** How a detector decides. Users see the names in components/signals/signal-labels.ts. */
export type Method =
  | "citation_scans"
  | "connection_status"
  | "data_age"
  | "engine_configuration"
  | "flatline"
  | "paired_sign_test"
  | "poisson_zero"
  | "restatement"
  | "threshold"
  | "weekday_level_budget"
  | "weekday_median_projection"
  | "wilson_intervals"
  | "paired"
  | NonNullable<Change["method"]>

/**
 * One finding. Dates are calendar dates (YYYY-MM-DD): days of the data source's account, and for scans and data sources
 * days in the client's time zone. Ratios are 0 to 1.
 *
 * `dedupe_key`: the same key means the same ongoing condition. It names type, subject and direction, and never a date.
 */
export type Finding = Pick<
  EventSignal,
  | "type"
  | "category"
  | "severity"
  | "direction"
  | "impact"
  | "title"
  | "summary"
  | "subject"
  | "observed"
  | "expected"
  | "score"
  | "evidence"
  | "dedupe_key"
> & {
  /** The method and its version. A new version has other results for the same data. */
  method: `${Method}.v${number}`
  period: { from: string; to: string }
  baseline: { from: string; to: string } | null
}

/**
 * One final day of a metric. `value` is null when the source has no row for the day. Ratios come with the numerator and
 * the denominator that are known. A day can have only one of them.
 */
export type SeriesDay = { date: string; value: number | null; numerator?: number; denominator?: number }
