/** Names of signal types, statuses and severities, and the choices of the inbox. */
import type { Data, Inputs } from "@/components/api/types"
import type { Method } from "@/domain/signals/finding"

export type Signal = Data<"signals", "get">
type ListInput = NonNullable<Inputs["signals"]["list"]>

export const typeNames: Record<Signal["type"], string> = {
  metric_anomaly: "Unusual metric",
  metric_threshold: "Metric beyond a limit",
  metric_flatline: "Metric without data",
  budget_pacing: "Budget off pace",
  budget_exceeded: "Budget spent",
  goal_off_track: "Goal off track",
  goal_met: "Goal met",
  spend_no_conversions: "Spend without conversions",
  search_ranking_drop: "Search ranking drop",
  search_traffic_drop: "Search traffic drop",
  ai_visibility_drop: "AI visibility drop",
  ai_visibility_rise: "AI visibility rise",
  ai_competitor_overtake: "Competitor overtake",
  ai_new_citation: "New citation",
  ai_lost_citation: "Lost citation",
  ai_negative_sentiment: "Negative sentiment",
  ai_engine_change: "AI engine changed",
  data_source_disconnected: "Data source disconnected",
  data_source_stale: "Data source stale",
  data_restated: "Data restated",
}

export const statusNames: Record<Signal["status"], string> = {
  open: "open",
  acknowledged: "acknowledged",
  snoozed: "snoozed",
  resolved: "resolved",
  dismissed: "dismissed",
}

export const severityNames: Record<Signal["severity"], string> = {
  critical: "critical",
  warning: "warning",
  info: "info",
}

export const severityStates = { critical: "danger", warning: "caution", info: "idle" } as const

/** The choices of the status filter. The first one applies without a choice. */
export const statusChoices: Record<string, string> = { active: "open or acknowledged", ...statusNames, any: "any" }

/** True if neither resolved nor dismissed. Unlike the filter's choice `active`, this includes snoozed signals. */
export const isOngoing = ({ status }: Pick<Signal, "status">) => ["open", "acknowledged", "snoozed"].includes(status)

/** True for signals about the visibility of a brand in a scan, which prompts and other brands explain. */
export const isAboutVisibility = ({ type }: Pick<Signal, "type">) =>
  ["ai_visibility_drop", "ai_visibility_rise", "ai_competitor_overtake"].includes(type)

/** The URL parameters of the inbox. Those with the name of a field of the operation's input are filters. */
export type SignalQuery = Partial<Record<keyof ListInput | "range" | "from" | "to", string>>

/** The sort orders. The first one is the default. */
export const sortNames = {
  "-severity": "severity",
  "-period_to": "newest",
  period_to: "oldest",
} as const satisfies Partial<Record<NonNullable<ListInput["sort"]>, string>>

const methodNames: Record<Method, string> = {
  citation_scans: "Answers that cite it, by scan",
  connection_status: "Status of the connection",
  data_age: "Time since the last successful sync",
  engine_configuration: "Settings of the engine",
  flatline: "Days without data",
  mcnemar_midp: "Paired test (McNemar)",
  paired: "Paired test",
  paired_sign_test: "Paired sign test",
  paired_t: "Paired t-test",
  paired_z: "Paired z-test",
  pooled_t: "Pooled t-test",
  poisson_zero: "Probability of no conversions",
  restatement: "Comparison of stored days",
  sign_midp: "Paired sign test",
  threshold: "Comparison with a limit",
  weekday_level_budget: "Deviation from the usual weekday",
  weekday_median_projection: "Median by weekday",
  wilson_intervals: "Comparison of 95% intervals",
}

/**
 * The name of a method, such as "Median by weekday" for "weekday_median_projection.v1". Unknown methods keep their id.
 */
export const methodName = (method: string) => methodNames[methodId(method) as Method] ?? method

/** The id without its version: "paired_t" for "paired_t.v1". */
export const methodId = (method: string) => method.replace(/\.v\d+$/, "")

/** The summary without its confidence interval, which the page of the signal shows. */
export const shortSummary = (summary: string) => summary.replace(/ \(\d{1,3}% interval [^()]*\)/, "")
