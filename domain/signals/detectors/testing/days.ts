/** Builds daily series for the tests of detectors. */
import { addDays } from "@/domain/metrics/calendar"
import type { SeriesDay } from "../../finding"

/** One day for each value, from `first` on. 2026-01-05 is a Monday. */
export const daysFrom = (values: readonly (number | null)[], first = "2026-01-05"): SeriesDay[] =>
  values.map((value, i) => ({ date: addDays(first, i), value }))

/** Ratios: one day for each pair of numerator and denominator. */
export const ratioDays = (pairs: readonly (readonly [number, number])[], first = "2026-01-05"): SeriesDay[] =>
  pairs.map(([numerator, denominator], i) => ({
    date: addDays(first, i),
    value: denominator === 0 ? null : numerator / denominator,
    numerator,
    denominator,
  }))

export const repeated = <T>(value: T, times: number): T[] => Array.from({ length: times }, () => value)

/** The same week again and again, from Monday to Sunday. */
export const weekly = (week: readonly number[], weeks: number): number[] =>
  Array.from({ length: weeks }, () => [...week]).flat()

export const sessions = { metric_id: "sessions", currency: null }
export const spend = { metric_id: "ad_spend", currency: "USD" }
