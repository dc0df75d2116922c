/** Prints the result of an import: a summary and the skipped lines. Each function returns the exit code. */
import type { RatesStored } from "@/domain/data-sources/exchange-rates"
import type { MetricsImported } from "@/domain/data-sources/imports/import-metrics"
import { providerLabels } from "@/domain/metrics/provider"
import type { AnswersImported } from "@/domain/scans/import/import-answers"

type LineError = { line: number; detail: string }
type Pair = [label: string, value: string | number]

export function printMetricsSummary(imported: MetricsImported, owner: string): number {
  const totals = Object.entries(imported.totals).map(([metric, total]): Pair => [metric, formatNumber(total)])
  printPairs(`Imported from ${providerLabels[imported.provider]} for ${owner}`, [
    ["account", imported.accounts.join(", ")],
    ["lines read", formatNumber(imported.lines_read)],
    ...(imported.total_lines > 0
      ? [["lines with totals, not stored", formatNumber(imported.total_lines)] as Pair]
      : []),
    ["days", imported.from === null ? "none" : `${imported.from} to ${imported.to}`],
    ["values added", formatNumber(imported.facts_added)],
    ["values updated", formatNumber(imported.facts_restated)],
    ["values unchanged", formatNumber(imported.facts_unchanged)],
    ...totals,
    ...(imported.days_left_out.length > 0
      ? [["days left as they were", imported.days_left_out.join(", ")] as Pair]
      : []),
    ...(imported.ignored_columns.length > 0 ? [["ignored columns", imported.ignored_columns.join(", ")] as Pair] : []),
  ])
  return printSkippedLines(imported.errors, imported.errors_total)
}

export function printAnswersSummary(imported: AnswersImported, owner: string): number {
  const { errors, errors_total, ...counts } = imported
  const pairs = Object.entries(counts).map(([name, count]): Pair => [name.replaceAll("_", " "), formatNumber(count)])
  printPairs(`Imported answers for ${owner}`, pairs)
  return printSkippedLines(errors, errors_total)
}

export function printRatesSummary({ rates_read, rates_changed, from, to }: RatesStored): number {
  printPairs("Imported exchange rates", [
    ["rates read", formatNumber(rates_read)],
    ["rates added or corrected", formatNumber(rates_changed)],
    ["days", `${from} to ${to}`],
  ])
  return 0
}

const formatNumber = (value: number) => value.toLocaleString("en", { maximumFractionDigits: 2 })

function printPairs(title: string, pairs: Pair[]) {
  console.log(title)
  const width = Math.max(...pairs.map(([label]) => label.length))
  for (const [label, value] of pairs) console.log(`  ${label.padEnd(width)}  ${value}`)
}

const shownErrors = 20

/** Prints the number of skipped lines, and the first 20 with the reason. Returns the exit code. */
export function printSkippedLines(errors: LineError[], total: number): number {
  if (total === 0) return 0
  console.error(`${formatNumber(total)} ${total === 1 ? "line was" : "lines were"} skipped:`)
  for (const { line, detail } of errors.slice(0, shownErrors)) console.error(`  line ${line}: ${detail}`)
  if (total > shownErrors) console.error(`  and ${formatNumber(total - shownErrors)} more`)
  return 1
}
