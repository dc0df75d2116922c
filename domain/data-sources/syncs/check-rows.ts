/** Checks what a connector read before it is stored: days, sizes, and characters that Postgres cannot store. */
import { withoutUnstorableCharacters } from "@/domain/kernel/fields"
import { addDays, type Day } from "@/domain/metrics/calendar"
import type { Span } from "@/domain/metrics/period"
import type { SourceRow } from "../connectors/connector"
import { ConnectorError } from "../connectors/connector-error"
import { sumBy } from "../connectors/sum-rows"

/**
 * Returns the rows in a form that Postgres can store. Throws `response_invalid` for days that were not requested,
 * duplicate rows, and numbers that are too large. Weeks and months may start before the span.
 */
export function checkRows(read: SourceRow[], span: Span): SourceRow[] {
  const rows = read.every(isStorable) ? read : toStorableRows(read)
  const allowedDays = listDays(addDays(span.from, -longestPeriodDays), span.to)
  const keys = new Set<string>()
  for (const { date, grain, dims, values } of rows) {
    const isLongPeriod = grain === "week" || grain === "month"
    if (!allowedDays.has(date) || (date < span.from && !isLongPeriod))
      throw invalid("It contains a day that was not asked for.")
    if (Object.values(values).some((value) => Math.abs(value ?? 0) >= maxValue)) throw invalid("A number is too large.")
    const key = JSON.stringify([date, grain, dims, Object.keys(values)])
    if (keys.has(key)) throw invalid("It contains a row twice.")
    keys.add(key)
  }
  return rows
}

/** A month that ends in the span may start this long before it. */
const longestPeriodDays = 31
/** At most 15 digits before the decimal point. The database column stores three more, for sums. */
const maxValue = 1e15

function listDays(from: Day, to: Day) {
  const days = new Set<Day>()
  for (let day = from; day <= to; day = addDays(day, 1)) days.add(day)
  return days
}

const isStorable = ({ dims }: SourceRow) =>
  Object.values(dims).every((value) => withoutUnstorableCharacters(value) === value)

/** Removes characters that Postgres cannot store. Adds up daily rows whose dimension values are then the same. */
function toStorableRows(rows: SourceRow[]): SourceRow[] {
  const cleaned = rows.map((row) => ({
    ...row,
    dims: Object.fromEntries(
      Object.entries(row.dims).map(([name, value]) => [name, withoutUnstorableCharacters(value)]),
    ),
  }))
  const breakdowns = Map.groupBy(
    cleaned.filter(({ grain }) => !grain),
    ({ dims }) => Object.keys(dims).join(),
  )
  const sums = [...breakdowns.values()].flatMap((group) => sumBy(group, Object.keys(group[0]?.dims ?? {})))
  return [...cleaned.filter(({ grain }) => grain), ...sums]
}

const invalid = (detail: string) => new ConnectorError("response_invalid", null, detail)
