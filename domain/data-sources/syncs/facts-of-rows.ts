/**
 * Converts the rows of a connector to facts. Adds zeros for days without rows, and marks days that may still change.
 */
import { addDays, type Day } from "@/domain/metrics/calendar"
import { isMoney } from "@/domain/metrics/catalogue"
import type { Span } from "@/domain/metrics/period"
import { qualityBits, type ReadResult, type SourceRow } from "../connectors/connector"
import type { Fact } from "../facts/write-facts"

type TargetSource = {
  client_id: string
  data_source_id: string
  currency: string | null
  zeroMetrics: readonly string[]
}

/** `lastFinalDay`: the last day that counts as final. */
export function* toFacts(read: ReadResult, target: TargetSource, span: Span, lastFinalDay: Day): Iterable<Fact> {
  const { client_id, data_source_id, currency } = target
  const rows = [...read.rows, ...zeroRows(read.rows, target, span, lastFinalDay)]
  for (const { date, dims, grain, values, quality } of rows) {
    const isIncomplete = read.incompleteFrom !== null && date >= read.incompleteFrom
    for (const [metric_id, value] of Object.entries(values)) {
      if (value === null || !Number.isFinite(value)) continue
      yield {
        client_id,
        data_source_id,
        currency: isMoney(metric_id) ? currency : null,
        metric_id,
        date,
        dims,
        ...(grain && { grain }),
        value,
        quality: quality | (isIncomplete ? qualityBits.estimated : 0),
        is_final: lastDayOf(date, grain) <= lastFinalDay && !isIncomplete,
      }
    }
  }
}

/** Every month counts as 31 days, so a short month becomes final up to three days late. */
function lastDayOf(date: Day, grain: SourceRow["grain"]): Day {
  if (grain === "week") return addDays(date, 6)
  return grain === "month" ? addDays(date, 30) : date
}

/**
 * Platforms leave out days on which nothing happened. They count as zero up to the last day with data, and in any case
 * up to the last final day. Later days stay without data, because the platform may not have them yet.
 */
function* zeroRows(
  rows: SourceRow[],
  { zeroMetrics }: TargetSource,
  { from, to }: Span,
  lastFinalDay: Day,
): Iterable<SourceRow> {
  const totals = rows.filter(({ dims, grain }) => !grain && Object.keys(dims).length === 0)
  const present = new Set(totals.flatMap(({ date, values }) => Object.keys(values).map((id) => `${date} ${id}`)))
  const lastDay = [lastFinalDay, ...totals.map(({ date }) => date)].toSorted().at(-1) ?? lastFinalDay
  for (let date = from; date <= lastDay && date <= to; date = addDays(date, 1)) {
    const missing = zeroMetrics.filter((id) => !present.has(`${date} ${id}`))
    if (missing.length > 0)
      yield { date, dims: {}, values: Object.fromEntries(missing.map((id) => [id, 0])), quality: 0 }
  }
}
