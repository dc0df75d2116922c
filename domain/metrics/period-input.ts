/** The range parameters that every operation with a period accepts. */
import { z } from "zod"
import { dateInput, timezoneInput } from "@/domain/kernel/fields"

export const rangePresets = [
  "today",
  "yesterday",
  "last_7_days",
  "last_14_days",
  "last_28_days",
  "last_30_days",
  "last_90_days",
  "this_week",
  "last_week",
  "this_month",
  "last_month",
  "this_quarter",
  "last_quarter",
  "year_to_date",
  "last_year",
  "last_12_months",
] as const
export const granularities = ["total", "day", "week", "month"] as const
export const compareModes = ["none", "previous_period", "previous_year", "custom"] as const
export type RangePreset = (typeof rangePresets)[number]
export type Granularity = (typeof granularities)[number]
export type CompareMode = (typeof compareModes)[number]

/** The meaning of `range`, without its default. */
export const rangeDescription =
  "A relative period. `last_week`, `last_month`, `last_quarter` and `last_year` are the previous calendar week (with the first day of the week of the team), month, quarter and year. All other ranges that start with `last_` end yesterday. Ranges that start with `this_` and `year_to_date` end today."
/** The meaning of `compare`, without its default. */
export const compareDescription =
  "The period to compare with. `previous_period`: the same number of days, ending on the day before `from`. `previous_year`: the same dates of the previous year. `custom`: from `compare_from` to `compare_to`."

/**
 * Has no defaults, because they depend on the operation: last_28_days, the client's time zone and no comparison, or the
 * settings of a report.
 */
export const rangeInput = {
  from: dateInput("The first day of the period. Requires `to` and excludes `range`.").optional(),
  to: dateInput("The last day of the period, inclusive. A period has at most 800 days.").optional(),
  range: z
    .enum(rangePresets)
    .optional()
    .meta({ description: `${rangeDescription} Default: \`last_28_days\`.` }),
  timezone: timezoneInput()
    .optional()
    .meta({
      description: "The IANA time zone that determines today's date. Default: the client's time zone.",
      examples: ["Europe/Rome"],
    }),
  granularity: z.enum(granularities).optional().meta({
    description:
      "Whether to return one value for the whole period, or one for each day, week or month. Default: the whole period.",
  }),
  compare: z.enum(compareModes).optional().meta({ description: compareDescription }),
  compare_from: dateInput("The first day of the comparison period, for `compare=custom`.").optional(),
  compare_to: dateInput(
    "The last day of the comparison period, inclusive, for `compare=custom`. The period has at most 800 days.",
  ).optional(),
  align: z.enum(["date", "weekday"]).optional().meta({
    description:
      "How `compare=previous_year` chooses the dates. `date`: the same dates. `weekday`: 364 days earlier, so that weekdays match.",
  }),
}

const range = z.strictObject(rangeInput)
export type RangeInput = z.output<typeof range>
