/**
 * Imports a file of daily metrics: streams it in, sums it in the database and stores it in one transaction. A second
 * import of the same file changes nothing.
 */
import { basename, extname } from "node:path"
import type { PoolClient } from "pg"
import { dayIn } from "@/domain/metrics/calendar"
import type { Provider } from "@/domain/metrics/provider"
import { accountSources } from "./account-sources"
import { onOwnConnection } from "./copy-rows"
import { type Layout, layOut } from "./layout"
import { type CsvFile, openCsv } from "./open-csv"
import { chooseFormat } from "./providers"
import { type LineError, type Reading, readRows } from "./read-lines"
import { recordSyncs } from "./record-syncs"
import { copyLines, stageCells } from "./stage-lines"
import { createStaging, type Stored, storeStaged } from "./staged-facts"
import { type TransformName, transforms } from "./transforms"

export type MetricsImport = {
  teamId: string
  client: { id: string; timezone: string; currency: string }
  file: string
  /** One of `importProviders`. Default: detected from the header. */
  provider?: string | undefined
  /** The metric of a value column whose name is not a metric. */
  metric?: string | undefined
  transform?: TransformName | undefined
  /** The currency of files without a currency column. Default: the client's currency. */
  currency?: string | undefined
  onProgress?(doneBytes: number): void
  now?: Date
}

export type MetricsImported = Pick<Stored, "facts_added" | "facts_restated" | "facts_unchanged"> & {
  provider: Provider
  data_source_ids: string[]
  lines_read: number
  from: string | null
  to: string | null
  /** Sums over all days of the file, by stored metric. */
  totals: Record<string, number>
  ignored_columns: string[]
  errors: LineError[]
  errors_total: number
}

/** Throws ImportRefused when nothing in the file can be used. A single invalid line is skipped and reported. */
export async function importMetrics(order: MetricsImport): Promise<MetricsImported> {
  const file = await openCsv(order.file)
  const layout = layOut(file.header, chooseFormat(file.header, order))
  return onOwnConnection(order.teamId, (connection) => bringIn(connection, file, layout, order))
}

async function bringIn(connection: PoolClient, file: CsvFile, layout: Layout, order: MetricsImport) {
  const { teamId, client, now = new Date(), onProgress = () => {} } = order
  const reading: Reading = { lines_read: 0, currencies: new Map(), errors: [], errors_total: 0 }
  const rules = {
    today: dayIn(client.timezone, now),
    account: basename(order.file, extname(order.file)),
    currency: order.currency ?? client.currency,
    transform: transforms[order.transform ?? "none"],
  }
  await copyLines(connection, layout, readRows(file, layout, rules, reading, onProgress))
  const owner = { teamId, clientId: client.id, timezone: client.timezone, provider: layout.provider, now }
  const sources = await accountSources(connection, owner, reading.currencies)
  await createStaging(connection)
  await stageCells(connection, layout, client.id, sources)
  const totals = await totalsOf(connection)
  const stored = await storeStaged(connection, teamId, now, (found) =>
    recordSyncs(connection, teamId, found, reading, now),
  )
  return summary(layout, reading, stored, totals)
}

async function totalsOf(connection: PoolClient): Promise<Record<string, number>> {
  const { rows } = await connection.query<{ metric_id: string; total: string }>(
    "SELECT metric_id, sum(value) AS total FROM staged_fact WHERE dimension_set = '' GROUP BY 1 ORDER BY 1",
  )
  return Object.fromEntries(rows.map((row) => [row.metric_id, Number(row.total)]))
}

function summary(layout: Layout, reading: Reading, stored: Stored[], totals: Record<string, number>): MetricsImported {
  const sum = (figure: "facts_added" | "facts_restated" | "facts_unchanged") =>
    stored.reduce((total, source) => total + source[figure], 0)
  return {
    provider: layout.provider,
    data_source_ids: stored.map((source) => source.data_source_id),
    lines_read: reading.lines_read,
    from: stored.map((source) => source.from).sort()[0] ?? null,
    to:
      stored
        .map((source) => source.to)
        .sort()
        .at(-1) ?? null,
    facts_added: sum("facts_added"),
    facts_restated: sum("facts_restated"),
    facts_unchanged: sum("facts_unchanged"),
    totals,
    ignored_columns: layout.ignored,
    errors: reading.errors,
    errors_total: reading.errors_total,
  }
}
