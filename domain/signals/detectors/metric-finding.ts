/** Builds findings about a metric: fills in the category, the impact, the subject and the `dedupe_key`. */
import { metricOf } from "@/domain/metrics/catalogue"
import type { Finding, SignalType } from "../finding"
import { impactOf } from "./severity"
import type { MetricSubject } from "./wording"

export type Observed = Finding["observed"]
export type Expected = Finding["expected"]

type Parts = Omit<Finding, "category" | "impact" | "subject" | "dedupe_key"> & Partial<Pick<Finding, "impact">>

export function metricFinding(subject: MetricSubject, parts: Parts): Finding {
  const { metric_id, data_source_id, filter } = subject
  return {
    category: categoryOf(parts.type, metric_id),
    impact: impactOf(metric_id, parts.direction),
    subject: { kind: "metric", metric_id, ...(data_source_id && { data_source_id }), ...(filter && { filter }) },
    dedupe_key: [parts.type, metric_id, data_source_id ?? "", filterKey(filter), parts.direction].join(":"),
    ...parts,
  }
}

/** A value that is not a ratio. */
export const observedValue = (value: number | null): Observed => ({
  value,
  numerator: null,
  denominator: null,
  n: null,
})

export const nothingExpected: Expected = { value: null, low: null, high: null }

/** Filters that differ only in the order of dimensions or values have the same key. */
export const filterKey = (filter: MetricSubject["filter"]): string =>
  filter && Object.keys(filter).length > 0
    ? JSON.stringify(Object.entries(filter).map(sortValues).sort(byDimension))
    : ""

const sortValues = ([dimension, values]: [string, unknown]) =>
  [dimension, Array.isArray(values) ? values.toSorted() : values] as const

const byDimension = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) => (a < b ? -1 : 1)

function categoryOf(type: SignalType, metricId: string): Finding["category"] {
  if (type === "data_restated") return "data_health"
  if (type === "spend_no_conversions") return "budget"
  return metricOf(metricId).id.startsWith("search_") ? "search" : "metric"
}
