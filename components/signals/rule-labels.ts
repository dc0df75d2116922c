/** Describes the settings of signal rules, and converts them to and from the values of the rule form. */
import type { Data, Inputs } from "@/components/api/types"
import type { ClientChoices } from "@/components/clients/client-choices"
import { pluralize } from "@/domain/kernel/format-count"
import { isMultiple } from "@/domain/metrics/format-value"
import type { Unit } from "@/domain/metrics/metric"
import type { Comparator } from "@/domain/signal-rules/params"
import type { Signal } from "./signal-labels"

export type Rule = Data<"signalRules", "list">[number]

/** The clients, projects and metrics that a rule can be about. */
export type RuleChoices = {
  clients: ClientChoices
  /** The first AI-visibility projects by name. The form needs a search if they are more than `maxMenuLength`. */
  projects: ClientChoices["clients"]
  metrics: RuleMetric[]
}
type RuleMetric = { id: string; label: string; unit: Unit }

/** The choices of a rule's sensitivity. The periods are the defaults of `alerts_per_month`. */
export const sensitivityNames: Record<Rule["sensitivity"] | "custom", string> = {
  low: "low, 1 signal in 10 months",
  medium: "medium, 1 signal in 4 months",
  high: "high, 1 signal a month",
  custom: "custom",
}

export const comparatorNames: Record<Comparator, string> = {
  above: "above",
  at_least: "at least",
  below: "below",
  at_most: "at most",
}

/** Types whose rules can name metrics, and types whose rules have a sensitivity. */
export const usesMetrics = (type: Signal["type"]) => type === "metric_anomaly" || type === "metric_flatline"
export const usesSensitivity = (type: Signal["type"]) => type === "metric_anomaly" || type === "search_traffic_drop"

/** The choice of a rule's sensitivity. "custom": the rule sets how many signals a month are expected. */
export const sensitivityChoice = ({ sensitivity, params }: Pick<Rule, "sensitivity" | "params">) =>
  params.alerts_per_month === undefined ? sensitivity : "custom"

/** Reads `params` from the values of the form. */
export function readParams(type: Signal["type"], values: Record<string, string>): Record<string, unknown> {
  if (type === "metric_threshold")
    return {
      metric_id: values.metric,
      comparator: values.comparator,
      limit: Number(values.limit),
      days: Number(values.days || 1),
      severity: values.severity,
    }
  return {
    ...(usesMetrics(type) && values.metric && { metric_ids: [values.metric] }),
    ...(usesSensitivity(type) && values.alerts && { alerts_per_month: Number(values.alerts) }),
  }
}

/** Converts `params` to the values of the form. */
export function paramsShown({ params }: Pick<Rule, "params">): Record<string, string | undefined> {
  const text = (value: unknown) => (value === undefined ? undefined : String(value))
  const metrics = params.metric_ids as string[] | undefined
  return {
    metric: text(params.metric_id ?? metrics?.[0]),
    comparator: text(params.comparator),
    limit: text(params.limit),
    days: text(params.days),
    severity: text(params.severity),
    alerts: text(params.alerts_per_month),
  }
}

type NewRule = Inputs["signalRules"]["create"]

/** The id of a client or of an AI-visibility project, or empty for the whole team. */
export const readScope = (scope = ""): Pick<NewRule, "client_id" | "project_id"> => ({
  client_id: scope.startsWith("cli_") ? scope : null,
  project_id: scope.startsWith("aip_") ? scope : null,
})

/** `names`: the names of clients and projects by id. */
export function scopeName(
  { client_id, project_id }: Pick<Rule, "client_id" | "project_id">,
  names: ReadonlyMap<string, string>,
): string {
  const id = project_id ?? client_id
  return id ? (names.get(id) ?? id) : "All clients"
}

/** "Ad clicks above 0, over 7 days", "high sensitivity", or empty for a rule with the defaults. */
export function describeSettings(rule: Rule, { metrics }: RuleChoices): string {
  const { metric, comparator, limit, days, alerts } = paramsShown(rule)
  const named = metrics.find(({ id }) => id === metric)
  const metricName = named?.label ?? metric
  if (rule.type === "metric_threshold") {
    const condition = [metricName, comparatorNames[comparator as Comparator], formatLimit(limit, named)]
      .filter(Boolean)
      .join(" ")
    return days && days !== "1" ? `${condition}, over ${days} days` : condition
  }
  const frequency = alerts && `${pluralize(Number(alerts), "signal")} per month`
  const sensitivity = usesSensitivity(rule.type) && rule.sensitivity !== "medium" && `${rule.sensitivity} sensitivity`
  return [metricName, frequency || sensitivity].filter(Boolean).join(", ")
}

/**
 * How rules change the detection of a type: in the whole team, such as "off" or "high sensitivity", and in how many
 * other rules. Empty without rules. `rules`: all rules of the team, the newest first, because the newest of several
 * applies.
 */
export function describeTypeSetting(type: Signal["type"], rules: readonly Rule[]): string {
  const ofType = rules.filter((rule) => rule.type === type)
  const teamWide = ofType.find((rule) => !rule.client_id && !rule.project_id && paramsShown(rule).metric === undefined)
  const others = ofType.length - (teamWide ? 1 : 0)
  return [teamWide && describeTeamWideRule(teamWide), others > 0 && pluralize(others, teamWide ? "other rule" : "rule")]
    .filter(Boolean)
    .join(", ")
}

function describeTeamWideRule(rule: Rule): string {
  if (!rule.is_enabled) return "off"
  if (!usesSensitivity(rule.type)) return "changed by a rule"
  const { alerts } = paramsShown(rule)
  return alerts ? `${pluralize(Number(alerts), "signal")} per month` : `${rule.sensitivity} sensitivity`
}

/** "5%" for the limit 0.05 of a ratio, and "4.5×" for a multiple. Other limits are shown as they were entered. */
function formatLimit(limit: string | undefined, metric: RuleMetric | undefined) {
  if (limit === undefined || metric?.unit !== "ratio") return limit
  if (isMultiple(metric)) return `${limit}×`
  return Number(limit).toLocaleString("en", { style: "percent", maximumFractionDigits: 4 })
}

/** Says how to enter the limit of a metric. Empty for metrics whose values are plain numbers. */
export function limitHint(metric: RuleMetric | undefined) {
  if (metric?.unit !== "ratio") return ""
  return isMultiple(metric)
    ? "Enter the multiple as a number, for example 4.5 for 4.5×."
    : "Enter the ratio as a number from 0 to 1, for example 0.05 for 5%."
}
