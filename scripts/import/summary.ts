/** Prints the result of an import: a summary and the skipped lines. Each function returns the exit code. */

import type { RatesStored } from "@/domain/data-sources/exchange-rates/store-rates"
import type { MetricsImported } from "@/domain/data-sources/import-metrics"
import { providerLabels } from "@/domain/metrics/provider"
import type { AnswersImported } from "@/domain/scans/import/import-answers"

type LineError = { line: number; detail: string }
type Pair = [label: string, value: string | number]

export function printMetricsSummary(done: MetricsImported, whose: string): number {
  // Leaves out the two sums behind a weighted mean (search_position.sum and .weight), which mean little to a reader.
  const known = Object.entries(done.totals).filter(([metric]) => !metric.includes("."))
  const totals = known.map(([metric, total]): Pair => [metric, number(total)])
  printPairs(`Imported from ${providerLabels[done.provider]} for ${whose}`, [
    ["account", done.accounts.join(", ")],
    ["lines read", number(done.lines_read)],
    ...(done.total_lines > 0 ? [["lines with totals, not stored", number(done.total_lines)] as Pair] : []),
    ["days", done.from === null ? "none" : `${done.from} to ${done.to}`],
    ["values added", number(done.facts_added)],
    ["values updated", number(done.facts_restated)],
    ["values unchanged", number(done.facts_unchanged)],
    ...totals,
    ...(done.days_left_out.length > 0 ? [["days left as they were", done.days_left_out.join(", ")] as Pair] : []),
    ...(done.ignored_columns.length > 0 ? [["ignored columns", done.ignored_columns.join(", ")] as Pair] : []),
  ])
  return printSkippedLines(done.errors, done.errors_total)
}

export function printAnswersSummary(done: AnswersImported, whose: string): number {
  const { errors, errors_total, ...counts } = done
  const pairs = Object.entries(counts).map(([name, count]): Pair => [name.replaceAll("_", " "), number(count)])
  printPairs(`Imported answers for ${whose}`, pairs)
  return printSkippedLines(errors, errors_total)
}

export function printRatesSummary({ rates_read, rates_changed, from, to }: RatesStored): number {
  printPairs("Imported exchange rates", [
    ["rates read", number(rates_read)],
    ["rates added or corrected", number(rates_changed)],
    ["days", `${from} to ${to}`],
  ])
  return 0
}

const number = (value: number) => value.toLocaleString("en", { maximumFractionDigits: 2 })

function printPairs(title: string, pairs: Pair[]) {
  console.log(title)
  const width = Math.max(...pairs.map(([label]) => label.length))
  for (const [label, value] of pairs) console.log(`  ${label.padEnd(width)}  ${value}`)
}

const shownErrors = 20

/** Prints the number of skipped lines, and the first 20 with the reason. Returns the exit code. */
export function printSkippedLines(errors: LineError[], total: number): number {
  if (total === 0) return 0
  console.error(`${number(total)} ${total === 1 ? "line was" : "lines were"} skipped:`)
  for (const { line, detail } of errors.slice(0, shownErrors)) console.error(`  line ${line}: ${detail}`)
  if (total > shownErrors) console.error(`  and ${number(total - shownErrors)} more`)
  return 1
}
