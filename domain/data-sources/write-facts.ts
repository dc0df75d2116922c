/** Stores facts that are already in memory, for seeds, tests and connectors. Files are imported with import-metrics. */
import { copyRows, onOwnConnection } from "./copy-rows"
import { createStaging, type Stored, stagedColumns, storeStaged } from "./staged-facts"

export type Fact = {
  client_id: string
  data_source_id: string
  currency: string | null
  /** A stored metric: a summed or unique metric, or one of the two sums of a weighted mean. */
  metric_id: string
  date: string
  dims: Record<string, string>
  /** Only for counts of distinct people: the period that starts on `date`. */
  grain?: "day" | "week" | "month"
  value: number
}

export const writeFacts = (teamId: string, facts: Iterable<Fact>, now: Date): Promise<Stored[]> =>
  onOwnConnection(teamId, async (connection) => {
    await createStaging(connection)
    await copyRows(connection, { table: "staged_fact", columns: stagedColumns }, cells(facts))
    return storeStaged(connection, teamId, now)
  })

function* cells(facts: Iterable<Fact>) {
  for (const { client_id, data_source_id, currency, metric_id, date, dims, grain, value } of facts) {
    const set = `${Object.keys(dims).sort().join(",")}${grain ? `@${grain}` : ""}`
    yield [client_id, data_source_id, currency, metric_id, date, set, JSON.stringify(dims), value]
  }
}
