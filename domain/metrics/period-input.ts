/** The range parameters that every operation with a period accepts. */
import { z } from "zod"
import { dateInput, timezone } from "@/domain/kernel/fields"

export const rangePresets = [
  "today",
  "yesterday",
  "last_7_days",
  "last_28_days",
  "last_30_days",
  "last_90_days",
  "this_month",
  "last_month",
  "this_quarter",
  "last_quarter",
  "year_to_date",
  "last_12_months",
] as const
export const granularities = ["total", "day", "week", "month"] as const
export const compareModes = ["none", "previous_period", "previous_year", "custom"] as const
export type RangePreset = (typeof rangePresets)[number]
export type Granularity = (typeof granularities)[number]
export type CompareMode = (typeof compareModes)[number]

/**
 * Has no defaults, because they depend on the operation: last_28_days, the client's time zone and no comparison, or the
 * settings of a report.
 */
export const rangeInput = {
  from: dateInput("First day, with `to`; instead of `range`").optional(),
  to: dateInput("Last day, included").optional(),
  range: z
    .enum(rangePresets)
    .optional()
    .meta({ description: "last_... ends yesterday, this_... and year_to_date end today; default last_28_days" }),
  timezone: timezone()
    .optional()
    .meta({ description: "IANA time zone that says what today is; default the client's", examples: ["Europe/Rome"] }),
  granularity: z
    .enum(granularities)
    .optional()
    .meta({ description: "One figure for the whole period (default), or one for each day, week or month" }),
  compare: z.enum(compareModes).optional().meta({
    description:
      "previous_period: as many days, ending the day before `from`; previous_year: the same dates a year before",
  }),
  compare_from: dateInput("First day of compare=custom").optional(),
  compare_to: dateInput("Last day of compare=custom").optional(),
  align: z
    .enum(["date", "weekday"])
    .optional()
    .meta({ description: "With compare=previous_year: weekday goes back 364 days, so that Mondays meet Mondays" }),
}

const range = z.strictObject(rangeInput)
export type RangeInput = z.output<typeof range>
