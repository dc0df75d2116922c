/**
 * Previews the import of a file with the same code as the import, and stores nothing: how the file is read, what it
 * would change, and which choices are missing.
 */
import type { PoolClient } from "pg"
import { z } from "zod"
import { dayIn } from "@/domain/metrics/calendar"
import { dimensions } from "@/domain/metrics/dimension"
import { rowsOn, sql } from "@/prisma/client"
import { type ColumnValue, inTransaction, withConnection } from "../facts/copy-rows"
import { analyzeStaging, createStaging } from "../facts/staged-facts"
import { lockAccountSources } from "./account-sources"
import { describeUses, withMapping } from "./column-mapping"
import { readNotationEvidence } from "./detect-notation"
import { chooseFormat } from "./file-formats"
import { columnName, type FileFormat } from "./file-formats/file-format"
import { ImportError, type ImportQuestion } from "./import-error"
import {
  chooseAccount,
  chooseCurrency,
  findCurrencies,
  type MetricsImport,
  progressPerPass,
  sumTotals,
} from "./import-metrics"
import { findColumns, type Layout, resolveLayout } from "./layout"
import { type CsvFile, openCsv } from "./open-csv"
import { settleOverlaps } from "./overlaps"
import { transforms } from "./parse-cells"
import type { ImportPreview } from "./preview-schema"
import { emptyFileReadState, type FileReadState, type Rules, readRows } from "./read-lines"
import { copyLines, deleteDays, stageSums, sumLines } from "./stage-lines"

/** Collects the errors of a file. `questions`: errors that a choice of the user resolves. `problems`: all others. */
class CollectedErrors {
  readonly questions: ImportQuestion[] = []
  readonly problems: string[] = []

  /** Returns the result of `work`, or `fallback` after an ImportError. */
  async attempt<T, F>(work: () => T | Promise<T>, fallback: F): Promise<T | F> {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof ImportError)) throw error
      if (error.question) this.questions.push(error.question)
      else this.problems.push(error.message)
      return fallback
    }
  }
}

const maxShownRows = 8
const maxShownErrors = 20

/** Throws ImportError only when the file cannot be read as CSV. The preview contains all other errors of the file. */
export async function previewMetrics(options: MetricsImport): Promise<ImportPreview> {
  const { onProgress = () => {} } = options
  const collected = new CollectedErrors()
  const file = await openCsv(options.file)
  const format = withMapping(chooseFormat(file, options), options.columns)
  const fileFacts = {
    provider: format.provider,
    encoding: file.encoding,
    delimiter: file.delimiter,
    columns: await describeColumns(file, format),
  }
  const layout = await collected.attempt(() => resolveLayout(file.header, format), null)
  if (!layout) return { ...fileFacts, ...emptyPreview, questions: collected.questions, problems: collected.problems }
  const { isDateOrderRelevant, ...rules } = await chooseRules(file, layout, options, collected)
  const reading = emptyFileReadState()
  const shownRows: ColumnValue[][] = []
  const comparison = await withConnection(options.teamId, async (connection) => {
    const rows = readRows(file, layout, rules, reading, (doneBytes) =>
      onProgress((file.bytes + doneBytes) * progressPerPass),
    )
    await copyLines(connection, layout, copyFirst(rows, shownRows))
    // With an unknown day, nothing can be imported. The preview then shows all days.
    if (!reading.hasUnknownDay) await deleteDays(connection, [...reading.incompleteDays])
    await sumLines(connection, layout)
    const compare = () => compareWithStored(connection, layout, reading, options, collected)
    return inTransaction(connection, compare, "rollback")
  })
  return {
    ...fileFacts,
    ...comparison,
    ...buildTable(layout, shownRows),
    ...summarizeReading(reading),
    dates: isDateOrderRelevant ? rules.dates : null,
    decimal_mark: rules.decimalMark,
    account_is_in_file: layout.account !== null,
    questions: collected.questions,
    problems: collected.problems,
  }
}

/** Shows the first rows of the file as they would be stored. */
function buildTable({ dimensions, numbers }: Layout, rows: ColumnValue[][]) {
  const dimensionLabels = dimensions.map(({ dimension }) => labelOf(dimension))
  const textOf = (cell: ColumnValue) => (cell === null || cell === unknownAccount ? "" : String(cell))
  return {
    stored_columns: ["Account", "Date", ...dimensionLabels, ...numbers.map(({ name }) => name)],
    rows: rows.map((cells) => cells.map(textOf)),
  }
}

const summarizeReading = (reading: FileReadState) => ({
  accounts: [...reading.currencies.keys()].filter((account) => account !== unknownAccount),
  currencies: [...new Set(reading.currencies.values())],
  lines_read: reading.lines_read,
  total_lines: reading.total_lines,
  days_left_out: [...reading.incompleteDays].sort(),
  may_be_partial: !reading.hasUnknownDay,
  errors: reading.errors.slice(0, maxShownErrors),
  errors_total: reading.errors_total,
})

const labelOf = (dimension: string) => dimensions.find(({ id }) => id === dimension)?.label ?? dimension

/** The preview of a file whose columns must be chosen first. */
const emptyPreview = {
  account_is_in_file: false,
  accounts: [],
  currencies: [],
  dates: null,
  decimal_mark: "." as const,
  stored_columns: [],
  rows: [],
  lines_read: 0,
  total_lines: 0,
  days: 0,
  from: null,
  to: null,
  totals: {},
  days_left_out: [],
  may_be_partial: true,
  errors: [],
  errors_total: 0,
}

const maxSamples = 3

async function describeColumns(file: CsvFile, format: FileFormat) {
  const found = findColumns(file.header, format)
  const uses = describeUses(file.header.length, found)
  const sampledRecords: string[][] = []
  for await (const { cells } of file.records(() => {})) {
    sampledRecords.push(cells)
    if (sampledRecords.length >= maxSamples) break
  }
  return file.header.map((name, index) => ({
    name,
    key: columnName(name),
    use: uses[index] ?? "ignored",
    is_last_day: index === found.lastDay,
    samples: sampledRecords.map((cells) => cells[index] ?? ""),
  }))
}

/** Placeholder for an account that the user has not named yet. */
const unknownAccount = "?"

/**
 * Chooses how dates and numbers are read. If both ways are possible, dates have the day first and numbers a decimal
 * point until the user answers the question.
 */
async function chooseRules(file: CsvFile, layout: Layout, options: MetricsImport, collected: CollectedErrors) {
  const { client, onProgress = () => {} } = options
  const currency = await collected.attempt(() => chooseCurrency(options, layout), client.currency)
  const account = await collected.attempt(() => chooseAccount(options, layout), unknownAccount)
  const evidence = await readNotationEvidence(file, layout, (doneBytes) => onProgress(doneBytes * progressPerPass))
  const dates = options.dates ?? (await collected.attempt(() => evidence.dates.order(), "dmy" as const))
  const decimalMark =
    options.decimalMark ?? (await collected.attempt(() => evidence.numbers.mark(file.delimiter), "." as const))
  const rules: Rules = {
    dates,
    decimalMark,
    names: evidence.names,
    today: dayIn(client.timezone, options.now ?? new Date()),
    account,
    currency,
    transform: transforms[options.transform ?? "none"],
  }
  return { ...rules, isDateOrderRelevant: evidence.dates.isOrderRelevant }
}

/** Yields all rows, and adds the first of them to `firstRows`. */
async function* copyFirst(rows: AsyncIterable<ColumnValue[]>, firstRows: ColumnValue[][]) {
  for await (const row of rows) {
    if (firstRows.length < maxShownRows) firstRows.push(row)
    yield row
  }
}

const spanRow = z.object({ from: z.iso.date().nullable(), to: z.iso.date().nullable(), days: z.int() })

/** Computes the days and totals that the import would store. Call it in a transaction that is rolled back. */
async function compareWithStored(
  connection: PoolClient,
  layout: Layout,
  reading: FileReadState,
  options: MetricsImport,
  collected: CollectedErrors,
) {
  const { teamId, client, file } = options
  const [span] = await rowsOn(
    connection,
    spanRow,
    sql`select min(date) as "from", max(date) as "to", count(distinct date)::int as days from incoming_sum`,
  )
  const owner = {
    teamId,
    clientId: client.id,
    timezone: client.timezone,
    provider: layout.provider,
    file,
    now: options.now ?? new Date(),
  }
  const currencies = await findCurrencies(connection, reading)
  const sources = await collected.attempt(() => lockAccountSources(connection, owner, currencies), null)
  if (!span || span.days === 0) collected.problems.push("The file has no day that can be imported.")
  if (!sources || !span) return { days: 0, from: null, to: null, totals: {} }
  await createStaging(connection)
  await stageSums(connection, layout, client.id, sources)
  await analyzeStaging(connection)
  const totals = await sumTotals(connection)
  // Skip while questions are open, because overlaps depend on the answers. Only the errors are used, and the changes
  // are rolled back.
  if (collected.questions.length === 0) await collected.attempt(() => settleOverlaps(connection, owner, options), null)
  return { ...span, totals }
}
