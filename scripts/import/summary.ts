/** Prints the result of an import: a summary and the skipped lines. Each function returns the exit code. */
import type { AnswersImported } from "@/domain/ai-visibility/import-answers"
import type { MetricsImported } from "@/domain/data-sources/import-metrics"
import { providerLabels } from "@/domain/metrics/provider"

type LineError = { line: number; detail: string }
type Pair = [label: string, value: string | number]

export function printMetricsSummary(done: MetricsImported, whose: string): number {
  // Leaves out the two sums behind a weighted mean (search_position.sum and .weight), which mean little to a reader.
  const known = Object.entries(done.totals).filter(([figure]) => !figure.includes("."))
  const totals = known.map(([metric, total]): Pair => [metric, number(total)])
  printPairs(`Imported from ${providerLabels[done.provider]} for ${whose}`, [
    ["lines read", number(done.lines_read)],
    ["days", done.from === null ? "none" : `${done.from} to ${done.to}`],
    ["facts added", number(done.facts_added)],
    ["facts restated", number(done.facts_restated)],
    ["facts unchanged", number(done.facts_unchanged)],
    ...totals,
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
