/** Resolves range parameters to days: the period, and the period that it is compared with. */
import { type FieldError, parameterError } from "@/domain/kernel/errors"
import { type Check, problemOf } from "@/domain/kernel/validate"
import {
  addDays,
  addMonths,
  type Day,
  dayIn,
  daysBetween,
  firstOfMonth,
  firstOfQuarter,
  firstOfWeek,
  lengthInDays,
  yearBefore,
} from "./calendar"
import type { CompareMode, Granularity, RangeInput, RangePreset } from "./period-input"

export type Span = { from: Day; to: Day }
/** A day of the comparison is compared with the day `shiftDays` later. Null: with the same date one year later. */
export type Comparison = Span & { mode: Exclude<CompareMode, "none">; shiftDays: number | null }
export type ResolvedPeriod = Span & {
  timezone: string
  granularity: Granularity
  days: number
  today: Day
  comparison: Comparison | null
  /** The range parameters with defaults filled in, for `meta.query`. */
  echo: Record<string, unknown>
}

export type PeriodDefaults = {
  timezone: string
  /** 1 Monday ... 7 Sunday. */
  weekStartsOn: number
  range: RangePreset
  compare: CompareMode
  granularity: Granularity
  now: Date
}

/** The longest period, in days. */
export const maxDays = 800

/** Checks for operations. `compare`: the operation's default, or undefined if the default depends on stored data. */
export const rangeChecks = (compare?: CompareMode): Check<RangeInput>[] => [
  { reads: ["from", "to", "range"], fieldErrors: rangeErrors },
  {
    reads: ["compare", "compare_from", "compare_to", "align"],
    fieldErrors: (input) => {
      const mode = input.compare ?? compare
      return mode ? comparisonErrors(input, mode) : []
    },
  },
]

/** Returns every error in the range parameters. */
export const periodErrors = (input: RangeInput, { compare }: Pick<PeriodDefaults, "compare">): FieldError[] => [
  ...rangeErrors(input),
  ...comparisonErrors(input, input.compare ?? compare),
]

/** Resolves the parameters. Throws `parameter_invalid` with every error in them. */
export function resolvePeriod(input: RangeInput, defaults: PeriodDefaults): ResolvedPeriod {
  const fieldErrors = periodErrors(input, defaults)
  if (fieldErrors.length > 0) throw problemOf(fieldErrors)
  const timezone = input.timezone ?? defaults.timezone
  const granularity = input.granularity ?? defaults.granularity
  const compare = input.compare ?? defaults.compare
  const today = dayIn(timezone, defaults.now)
  const range = input.from ? undefined : (input.range ?? defaults.range)
  const span = range
    ? presets[range](today, defaults.weekStartsOn)
    : { from: input.from ?? today, to: input.to ?? today }
  const comparison = compare === "none" ? null : comparisonOf(compare, span, input)
  return {
    ...span,
    timezone,
    granularity,
    days: lengthInDays(span.from, span.to),
    today,
    comparison,
    echo: { ...(range && { range }), ...span, timezone, granularity, compare, ...comparisonEcho(comparison, input) },
  }
}

/** The period of explicit days, without a comparison. */
export const periodOf = (
  { from, to }: Span,
  granularity: Granularity,
  { timezone, today }: Pick<ResolvedPeriod, "timezone" | "today">,
): ResolvedPeriod => ({
  from,
  to,
  timezone,
  granularity,
  days: lengthInDays(from, to),
  today,
  comparison: null,
  echo: {},
})

const lastDays =
  (days: number) =>
  (today: Day): Span => ({ from: addDays(today, -days), to: addDays(today, -1) })

const weekBefore = (day: Day): Span => ({ from: addDays(day, -7), to: addDays(day, -1) })
const firstOfYear = (day: Day): Day => `${day.slice(0, 4)}-01-01`

/** Presets with a number of days or months end yesterday, because today is incomplete. Current periods end today. */
const presets: Record<RangePreset, (today: Day, weekStartsOn: number) => Span> = {
  today: (today) => ({ from: today, to: today }),
  yesterday: lastDays(1),
  last_7_days: lastDays(7),
  last_14_days: lastDays(14),
  last_28_days: lastDays(28),
  last_30_days: lastDays(30),
  last_90_days: lastDays(90),
  this_week: (today, weekStartsOn) => ({ from: firstOfWeek(today, weekStartsOn), to: today }),
  last_week: (today, weekStartsOn) => weekBefore(firstOfWeek(today, weekStartsOn)),
  this_month: (today) => ({ from: firstOfMonth(today), to: today }),
  last_month: (today) => ({ from: addMonths(firstOfMonth(today), -1), to: addDays(firstOfMonth(today), -1) }),
  this_quarter: (today) => ({ from: firstOfQuarter(today), to: today }),
  last_quarter: (today) => ({ from: addMonths(firstOfQuarter(today), -3), to: addDays(firstOfQuarter(today), -1) }),
  year_to_date: (today) => ({ from: firstOfYear(today), to: today }),
  last_year: (today) => ({ from: addMonths(firstOfYear(today), -12), to: addDays(firstOfYear(today), -1) }),
  last_12_months: (today) => ({ from: addMonths(today, -12), to: addDays(today, -1) }),
}

function comparisonOf(mode: Comparison["mode"], span: Span, input: RangeInput): Comparison {
  const compared = comparedSpan(mode, span, input)
  const isByDate = mode === "previous_year" && input.align !== "weekday"
  return { mode, ...compared, shiftDays: isByDate ? null : daysBetween(compared.from, span.from) }
}

function comparedSpan(mode: Comparison["mode"], { from, to }: Span, input: RangeInput): Span {
  if (mode === "custom") return { from: input.compare_from ?? from, to: input.compare_to ?? to }
  if (mode === "previous_period") return { from: addDays(from, -lengthInDays(from, to)), to: addDays(from, -1) }
  if (input.align === "weekday") return { from: addDays(from, -364), to: addDays(to, -364) }
  return { from: yearBefore(from), to: yearBefore(to) }
}

const comparisonEcho = (comparison: Comparison | null, { align }: RangeInput) =>
  comparison && {
    compare_from: comparison.from,
    compare_to: comparison.to,
    ...(comparison.mode === "previous_year" && { align: align ?? "date" }),
  }

function rangeErrors({ from, to, range }: RangeInput): FieldError[] {
  if (from && range)
    return [parameterError("range", "range and from exclude each other.", "Send range, or send from and to.")]
  if (from && !to) return [parameterError("to", "from requires to.", "Send both, or send range.")]
  if (to && !from) return [parameterError("from", "to requires from.", "Send both, or send range.")]
  return from && to ? spanErrors("from", "to", { from, to }) : []
}

function comparisonErrors({ compare_from, compare_to, align }: RangeInput, compare: CompareMode): FieldError[] {
  const fieldErrors = []
  if (align && compare !== "previous_year")
    fieldErrors.push(parameterError("align", "align requires compare=previous_year.", "Remove it."))
  if (compare !== "custom") {
    if (!compare_from && !compare_to) return fieldErrors
    const name = compare_from ? "compare_from" : "compare_to"
    return [...fieldErrors, parameterError(name, `${name} requires compare=custom.`, "Set compare=custom.")]
  }
  if (!compare_from)
    fieldErrors.push(
      parameterError("compare_from", "compare=custom requires compare_from.", "Send compare_from and compare_to."),
    )
  if (!compare_to)
    fieldErrors.push(
      parameterError("compare_to", "compare=custom requires compare_to.", "Send compare_from and compare_to."),
    )
  if (compare_from && compare_to)
    fieldErrors.push(...spanErrors("compare_from", "compare_to", { from: compare_from, to: compare_to }))
  return fieldErrors
}

function spanErrors(fromName: string, toName: string, { from, to }: Span): FieldError[] {
  if (from > to) return [parameterError(fromName, `${fromName} is after ${toName}.`, "Send the earlier date first.")]
  const days = lengthInDays(from, to)
  if (days <= maxDays) return []
  return [
    parameterError(
      fromName,
      `The period has ${days} days, but at most ${maxDays} are allowed.`,
      "Use a shorter period.",
    ),
  ]
}
