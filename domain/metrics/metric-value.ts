/** Computes metric values from sums: ratios, differences, and whether a change is good. */
import { z } from "zod"
import { metricOf } from "./catalogue"
import type { Direction, Terms } from "./metric"

const number = z.number().nullable()

export const metricValue = z
  .object({
    value: number.meta({ description: "The value. `null` if it is not known or would be a division by zero." }),
    previous: number.meta({ description: "The value in the comparison period." }),
    delta_abs: number.meta({ description: "`value` - `previous`. For ratios, 0.01 is one percentage point." }),
    delta_rel: number.meta({
      description: "`delta_abs` divided by the absolute value of `previous`. `null` if `previous` is 0.",
    }),
    trend_is: z
      .enum(["good", "bad", "neutral"])
      .meta({ description: "Whether the change since the comparison period is an improvement." }),
    numerator: number.meta({ description: "For ratios and means: the numerator." }),
    denominator: number.meta({ description: "For ratios and means: the denominator." }),
  })
  .meta({ id: "MetricValue" })
export type MetricValue = z.infer<typeof metricValue>

/** Returns the sum of a stored metric in the period or the comparison. Null when there is none. */
export type Lookup = (storedMetric: string) => number | null

/** Computes the value of a metric, its change since the comparison, and whether the change is good. */
export function computeMetric(id: string, current: Lookup, previous: Lookup): MetricValue {
  const { direction, denominatorTerms } = metricOf(id)
  const { value, numerator, denominator } = compute(id, current)
  const previousValue = compute(id, previous).value
  const delta_abs = value === null || previousValue === null ? null : roundNoise(value - previousValue)
  return {
    value,
    previous: previousValue,
    delta_abs,
    delta_rel: delta_abs === null || !previousValue ? null : delta_abs / Math.abs(previousValue),
    trend_is: trend(delta_abs, direction),
    numerator: denominatorTerms ? numerator : null,
    denominator,
  }
}

function compute(id: string, lookup: Lookup) {
  const { numeratorTerms, denominatorTerms, multiplier } = metricOf(id)
  const numerator = add(numeratorTerms, lookup)
  if (!denominatorTerms) return { value: numerator, numerator, denominator: null }
  const denominator = add(denominatorTerms, lookup)
  const value = numerator === null || !denominator ? null : (multiplier * numerator) / denominator
  return { value, numerator, denominator }
}

function add(terms: Terms, lookup: Lookup): number | null {
  let total = 0
  for (const [storedMetric, sign] of terms) {
    const amount = lookup(storedMetric)
    if (amount === null) return null
    total += sign * amount
  }
  return terms.length === 1 ? total : roundNoise(total)
}

function trend(delta: number | null, direction: Direction): MetricValue["trend_is"] {
  if (!delta || direction === "neutral") return "neutral"
  return delta > 0 === (direction === "more_is_better") ? "good" : "bad"
}

/** Stored values have six decimals. Digits beyond the twelfth decimal are rounding noise of binary fractions. */
const roundNoise = (value: number) => Number(value.toFixed(12))
