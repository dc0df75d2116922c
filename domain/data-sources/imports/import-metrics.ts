/**
 * Imports a file of daily metrics, as a whole or not at all. First reads the whole file to find out how it is written,
 * then sums it up in temporary tables, and stores the result in one transaction. A second import of the same file
 * changes nothing.
 */
import { basename } from "node:path"
import type { PoolClient } from "pg"
import { z } from "zod"
import { isCurrency } from "@/domain/kernel/fields"
import { dayIn } from "@/domain/metrics/calendar"
import type { Provider } from "@/domain/metrics/provider"
import { rowsOn, type Sql, sql } from "@/prisma/client"
import { inTransaction, withConnection } from "../facts/copy-rows"
import {
  analyzeStaging,
  createStaging,
  ensurePartitions,
  recordRestatedDays,
  type StoreResult,
  storeStaged,
} from "../facts/staged-facts"
import { findAccountOfEarlierImports, lockAccountSources } from "./account-sources"
import { type ColumnMapping, withMapping } from "./column-mapping"
import { detectNotation } from "./detect-notation"
import { chooseFormat, type FormatId } from "./file-formats"
import { ImportError, type LineError, UnreadableLinesError } from "./import-error"
import { type Layout, resolveLayout } from "./layout"
import { type CsvFile, openCsv } from "./open-csv"
import { lockImports, type OverlapChoice, settleOverlaps } from "./overlaps"
import { type DateOrder, type DecimalMark, type TransformName, transforms } from "./parse-cells"
import { emptyFileReadState, type FileReadState, type Rules, readRows } from "./read-lines"
import { recordSyncs } from "./record-syncs"
import { type AccountSource, copyLines, deleteDays, stageSums, sumLines } from "./stage-lines"

export type MetricsImport = OverlapChoice & {
  teamId: string
  /** `create` is the statement that creates a new client. It runs in the transaction of the import. */
  client: { id: string; timezone: string; currency: string; create?: Sql | undefined }
  file: string
  /** The account of a file that does not name it. Default: the account of the client's previous imports. */
  account?: string | undefined
  /** The format of the file. Default: detected from the header. */
  provider?: FormatId | undefined
  /** The metric of a value column whose name is not a metric. */
  metric?: string | undefined
  transform?: TransformName | undefined
  /** What the user has chosen for columns instead of detection. */
  columns?: ColumnMapping | undefined
  /** The currency of files without a currency column. Default: the client's currency. */
  currency?: string | undefined
  /** How the file writes dates and numbers. Default: detected from the whole file. */
  dates?: DateOrder | undefined
  decimalMark?: DecimalMark | undefined
  /** Imports the days without errors, and leaves the days of lines with errors as they are stored. */
  partial?: boolean | undefined
  /** `doneBytes` reaches the size of the file when the file has been read completely. */
  onProgress?(doneBytes: number): void
  /** Called when the file has been read and its values are being stored. */
  onStore?(): void
  now?: Date
}

export type MetricsImported = Pick<StoreResult, "facts_added" | "facts_restated" | "facts_unchanged"> & {
  provider: Provider
  accounts: string[]
  data_source_ids: string[]
  lines_read: number
  /** Lines that contain totals. They are part of `lines_read` and are not stored. */
  total_lines: number
  from: string | null
  to: string | null
  /** Sums over all days of the file. Without means and counts of distinct people, which cannot be summed. */
  totals: Record<string, number>
  ignored_columns: string[]
  /** Days that `partial` left as they were. */
  days_left_out: string[]
  errors: LineError[]
  errors_total: number
}

/** The file is read twice. Each pass is half of the progress. */
export const progressPerPass = 0.5

/** Throws ImportError, and stores nothing, when anything in the file cannot be used. */
export async function importMetrics(options: MetricsImport): Promise<MetricsImported> {
  const { teamId, client, onProgress = () => {} } = options
  const now = options.now ?? new Date()
  const file = await openCsv(options.file)
  const layout = resolveLayout(file.header, withMapping(chooseFormat(file, options), options.columns))
  const currency = chooseCurrency(options, layout)
  const account = await chooseAccount(options, layout)
  const notation = await detectNotation(file, layout, options, (doneBytes) => onProgress(doneBytes * progressPerPass))
  const rules: Rules = {
    ...notation,
    today: dayIn(client.timezone, now),
    account,
    currency,
    transform: transforms[options.transform ?? "none"],
  }
  return withConnection(teamId, (connection) => importFile(connection, file, layout, rules, { ...options, now }))
}

type DatedImport = MetricsImport & { now: Date }

/** Returns the currency of lines that do not name one. */
export function chooseCurrency({ currency, client }: MetricsImport, { currencyOfColumns: columns }: Layout) {
  if (currency !== undefined && !isCurrency(currency.toUpperCase()))
    throw new ImportError(`"${currency}" is not a currency. Use an ISO 4217 code, such as EUR.`)
  if (columns && currency && columns !== currency.toUpperCase())
    throw new ImportError(`The columns of the file are in ${columns}, but the chosen currency is ${currency}.`)
  return columns ?? currency ?? client.currency
}

/** Returns the account of all lines, or null when the lines name their accounts. Never uses the name of the file. */
export async function chooseAccount({ teamId, client, account }: MetricsImport, layout: Layout) {
  if (account !== undefined) return layout.accountId(account.trim())
  return layout.account === null ? findAccountOfEarlierImports(teamId, client.id, layout.provider) : null
}

async function importFile(connection: PoolClient, file: CsvFile, layout: Layout, rules: Rules, options: DatedImport) {
  const { onProgress = () => {}, onStore = () => {} } = options
  const reading = emptyFileReadState()
  const rows = readRows(file, layout, rules, reading, (doneBytes) =>
    onProgress((file.bytes + doneBytes) * progressPerPass),
  )
  await copyLines(connection, layout, rows)
  if (reading.errors_total > 0) await deleteIncompleteDays(connection, reading, options)
  await sumLines(connection, layout)
  await refuseEmpty(connection, options.file)
  onStore()
  await ensurePartitions(connection, "incoming_sum")
  return inTransaction(connection, () => storeFile(connection, layout, reading, options))
}

/** Throws UnreadableLinesError unless the days without errors can be imported and the user has chosen to. */
async function deleteIncompleteDays(connection: PoolClient, reading: FileReadState, options: MetricsImport) {
  // An error without a readable date can belong to any day, so no day is known to be complete.
  const canBePartial = !reading.hasUnknownDay
  if (!options.partial || !canBePartial)
    throw new UnreadableLinesError(reading.errors, reading.errors_total, canBePartial)
  await deleteDays(connection, [...reading.incompleteDays])
}

const hasRowsRow = z.object({ has_rows: z.boolean() })

async function refuseEmpty(connection: PoolClient, file: string) {
  const [found] = await rowsOn(connection, hasRowsRow, sql`select exists (select from incoming_sum) as has_rows`)
  if (!found?.has_rows) throw new ImportError(`${basename(file)} has no day that can be imported.`)
}

async function storeFile(connection: PoolClient, layout: Layout, reading: FileReadState, options: DatedImport) {
  const { teamId, client, file, now } = options
  const owner = { teamId, clientId: client.id, timezone: client.timezone, provider: layout.provider, file, now }
  if (client.create) await createClient(connection, client.create)
  await lockImports(connection, owner)
  const sources = await lockAccountSources(connection, owner, await findCurrencies(connection, reading))
  await createStaging(connection)
  await stageSums(connection, layout, client.id, sources)
  await analyzeStaging(connection)
  await settleOverlaps(connection, owner, options)
  await recordRestatedDays(connection, teamId, now)
  const stored = await storeStaged(connection, teamId, now)
  await recordSyncs(connection, owner, stored, reading)
  return summarize(layout, reading, sources, stored, await sumTotals(connection))
}

async function createClient(connection: PoolClient, { text, values }: Sql) {
  const { rowCount } = await connection.query(text, values).catch((error) => {
    if (error.code === uniqueViolation) return { rowCount: 0 }
    throw error
  })
  if (rowCount === 0) throw new ImportError("The client was created during the import. Import the file again.")
}

const uniqueViolation = "23505"

const accountRow = z.object({ account: z.string() })

/** Returns the currency of each account with days to store, by account ID. */
export async function findCurrencies(connection: PoolClient, { currencies }: FileReadState) {
  const accounts = await rowsOn(connection, accountRow, sql`select distinct account from incoming_sum order by 1`)
  return new Map(accounts.map(({ account }) => [account, currencies.get(account) ?? ""]))
}

const totalRow = z.object({ metric_id: z.string(), total: z.number() })

/** The sums of the staged facts. Leaves out means and counts of distinct people, which cannot be summed. */
export async function sumTotals(connection: PoolClient): Promise<Record<string, number>> {
  const found = await rowsOn(
    connection,
    totalRow,
    sql`
      select metric_id, sum(value) as total from staged_fact
      where dimension_set = '' and position('.' in metric_id) = 0 group by 1 order by 1`,
  )
  return Object.fromEntries(found.map(({ metric_id, total }) => [metric_id, total]))
}

function summarize(
  layout: Layout,
  reading: FileReadState,
  sources: AccountSource[],
  stored: StoreResult[],
  totals: Record<string, number>,
): MetricsImported {
  const sumOf = (column: "facts_added" | "facts_restated" | "facts_unchanged") =>
    stored.reduce((total, source) => total + source[column], 0)
  const firstDays = stored.map((source) => source.from).sort()
  const lastDays = stored.map((source) => source.to).sort()
  return {
    provider: layout.provider,
    accounts: sources.map((source) => source.account),
    data_source_ids: stored.map((source) => source.data_source_id),
    lines_read: reading.lines_read,
    total_lines: reading.total_lines,
    from: firstDays[0] ?? null,
    to: lastDays.at(-1) ?? null,
    facts_added: sumOf("facts_added"),
    facts_restated: sumOf("facts_restated"),
    facts_unchanged: sumOf("facts_unchanged"),
    totals,
    ignored_columns: layout.ignored,
    days_left_out: [...reading.incompleteDays].sort(),
    errors: reading.errors,
    errors_total: reading.errors_total,
  }
}
