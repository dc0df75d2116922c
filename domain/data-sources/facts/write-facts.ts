/** Stores facts that are already in memory, for seeds, tests and connectors. Files are imported by imports/. */
import type { PoolClient } from "pg"
import { copyRows, inTransaction, withConnection } from "./copy-rows"
import {
  analyzeStaging,
  createStaging,
  ensurePartitions,
  type StoreResult,
  stagedColumns,
  storeStaged,
} from "./staged-facts"

export type Fact = {
  client_id: string
  data_source_id: string
  currency: string | null
  /** A stored metric: a sum, a count of distinct people, or one of the two sums of a weighted mean. */
  metric_id: string
  date: string
  dims: Record<string, string>
  /** Only for counts of distinct people: the period that starts on `date`. */
  grain?: "day" | "week" | "month"
  value: number
  /** Quality bits. Default: none. */
  quality?: number
  /** False while the platform may still change the value. Default: true. */
  is_final?: boolean
}

export const writeFacts = (teamId: string, facts: Iterable<Fact>, now: Date): Promise<StoreResult[]> =>
  withConnection(teamId, async (connection) => {
    await stageFacts(connection, facts)
    return inTransaction(connection, () => storeStaged(connection, teamId, now))
  })

/** Fills the staging table of this connection, and creates the partitions of its days. */
export async function stageFacts(connection: PoolClient, facts: Iterable<Fact>) {
  await createStaging(connection)
  await copyRows(connection, { table: "staged_fact", columns: stagedColumns }, rowsOf(facts))
  await analyzeStaging(connection)
  await ensurePartitions(connection, "staged_fact")
}

function* rowsOf(facts: Iterable<Fact>) {
  for (const fact of facts) {
    const { client_id, data_source_id, currency, metric_id, date, dims, grain, value, quality = 0 } = fact
    const breakdown = `${Object.keys(dims).sort().join(",")}${grain ? `@${grain}` : ""}`
    yield [
      client_id,
      data_source_id,
      currency,
      metric_id,
      date,
      breakdown,
      JSON.stringify(dims),
      value,
      quality,
      fact.is_final === false ? "f" : "t",
    ]
  }
}
