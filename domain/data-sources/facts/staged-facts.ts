/** Stores facts: stages them in a temporary table, compares them with the stored facts, and writes the changes. */
import type { PoolClient } from "pg"
import { z } from "zod"
import { rowsOn, sql } from "@/prisma/client"

export const stagedColumns = [
  "client_id",
  "data_source_id",
  "currency",
  "metric_id",
  "date",
  "dimension_set",
  "dims",
  "value",
  "quality",
  "is_final",
]

/** The result for one data source. Counts facts of all breakdowns. Deleted facts count as restated. */
const storedRow = z.object({
  data_source_id: z.string(),
  from: z.iso.date(),
  to: z.iso.date(),
  facts_added: z.int(),
  facts_restated: z.int(),
  facts_unchanged: z.int(),
})
export type StoreResult = z.infer<typeof storedRow>

const hasFactsRow = z.object({ has_facts: z.boolean() })
const vanishedRow = z.object({ data_source_id: z.string(), deleted: z.int() })

export async function createStaging(connection: PoolClient) {
  await connection.query(`create temporary table staged_fact (
    client_id text, data_source_id text, currency char(3), metric_id text, date date, dimension_set text, dims jsonb,
    value numeric(24, 6), quality smallint not null default 0, is_final boolean not null default true,
    dims_hash bytea generated always as (decode(md5(dimension_set || dims::text), 'hex')) stored)`)
}

/** Without statistics, Postgres compares millions of facts one by one. */
export const analyzeStaging = (connection: PoolClient) =>
  connection.query("analyze staged_fact (data_source_id, metric_id, date, dims_hash)")

/**
 * Creates the monthly partitions for the days of a table. Runs before the transaction, because it locks all facts until
 * the commit. An empty partition is harmless if the import then fails.
 */
export const ensurePartitions = (connection: PoolClient, table: string) =>
  connection.query(`select ensure_fact_partition(month)
    from (select distinct date_trunc('month', date)::date as month from ${table} order by 1) months`)

/**
 * Records which final days the staged facts are about to change, because signals report large changes. Compares the
 * totals of each metric and day. Only days that were final count. Call it in the transaction that stores the staged
 * facts, before it replaces them.
 */
export const recordRestatedDays = (connection: PoolClient, teamId: string, now: Date) =>
  connection.query(sql`
    insert into restated_day (team_id, data_source_id, metric_id, date, restated_at, value_before, value_after)
    select f.team_id, f.data_source_id, f.metric_id, f.date, ${now}::timestamptz, f.value, s.value
    from staged_fact s join metric_fact f on ${isSameFact(teamId)}
    where s.dimension_set = '' and f.is_final and f.value <> s.value
    on conflict do nothing`)

/** Replaces facts, and updates the days and the status of their sources. Runs in a transaction of the caller. */
export async function storeStaged(connection: PoolClient, teamId: string, now: Date): Promise<StoreResult[]> {
  const stored = await replaceFacts(connection, teamId, now)
  await connection.query(updateSources(teamId, now))
  return stored
}

/**
 * Replaces the stored facts of each source, metric and day in the staging table. Stored rows of those days that are not
 * staged are deleted, so every breakdown still adds up to the same total. Runs in a transaction of the caller, who then
 * updates the days and the status of the sources.
 */
export async function replaceFacts(connection: PoolClient, teamId: string, now: Date): Promise<StoreResult[]> {
  const haveStoredFacts = await lockSources(connection, teamId)
  const stored = await (haveStoredFacts ? compareWithStored(connection, teamId) : countStaged(connection))
  if (haveStoredFacts) await deleteVanished(connection, teamId, stored)
  await connection.query(haveStoredFacts ? upsert : insert, [teamId, now])
  await connection.query(addBreakdowns(teamId))
  return stored
}

/** Locks the sources, so that imports of the same source wait for each other. Returns whether one has stored facts. */
async function lockSources(connection: PoolClient, teamId: string) {
  const sources = await rowsOn(
    connection,
    hasFactsRow,
    sql`
      select data_through is not null as has_facts from data_source
      where team_id = ${teamId} and id in (select data_source_id from staged_fact) order by id for update`,
  )
  return sources.some((source) => source.has_facts)
}

const countStaged = (connection: PoolClient): Promise<StoreResult[]> =>
  rowsOn(
    connection,
    storedRow,
    sql`
      select data_source_id, min(date) as "from", max(date) as "to", count(*)::int as facts_added,
        0 as facts_restated, 0 as facts_unchanged from staged_fact group by 1 order by 1`,
  )

/** The stored fact `f` and the staged fact `s` have the same key. */
export const isSameFact = (teamId: string) => sql`
  f.team_id = ${teamId} and f.data_source_id = s.data_source_id and f.metric_id = s.metric_id and f.date = s.date
  and f.dims_hash = s.dims_hash`

const compareWithStored = (connection: PoolClient, teamId: string): Promise<StoreResult[]> =>
  rowsOn(
    connection,
    storedRow,
    sql`
      select s.data_source_id, min(s.date) as "from", max(s.date) as "to",
        (count(*) filter (where f.value is null))::int as facts_added,
        (count(*) filter (where (f.value, f.currency) is distinct from (s.value, s.currency) and f.value is not null))::int as facts_restated,
        (count(*) filter (where (f.value, f.currency) is not distinct from (s.value, s.currency)))::int as facts_unchanged
      from staged_fact s left join metric_fact f on ${isSameFact(teamId)} group by 1 order by 1`,
  )

/**
 * The metrics and days that the staged facts replace. Counts of distinct people exist by day, week and month (`@week`
 * at the end of `dimension_set`). Each of these grains is replaced separately.
 */
export const replacedDays = sql`
  (select distinct data_source_id, metric_id, date, split_part(dimension_set, '@', 2) as grain from staged_fact)`

/** The stored fact `f` belongs to the row `r` of `replacedDays`, and is not staged. */
export const isVanished = (teamId: string) => sql`
  f.team_id = ${teamId} and f.data_source_id = r.data_source_id and f.metric_id = r.metric_id and f.date = r.date
  and split_part(f.dimension_set, '@', 2) = r.grain and not exists (select from staged_fact s where ${isSameFact(teamId)})`

/** Deletes the stored facts of the replaced days that are not staged, and counts them as restated. */
async function deleteVanished(connection: PoolClient, teamId: string, stored: StoreResult[]) {
  const vanished = await rowsOn(
    connection,
    vanishedRow,
    sql`
      with deleted as (
        delete from metric_fact f using ${replacedDays} r where ${isVanished(teamId)} returning f.data_source_id)
      select data_source_id, count(*)::int as deleted from deleted group by 1`,
  )
  for (const source of stored)
    source.facts_restated += vanished.find((row) => row.data_source_id === source.data_source_id)?.deleted ?? 0
}

/** Parameters of `insert` and `upsert`: $1 the team, $2 the current time. */
const insert = `
  insert into metric_fact as f (team_id, client_id, data_source_id, date, metric_id, dimension_set, dims, dims_hash, value, currency, quality, is_final, fetched_at)
  select $1, client_id, data_source_id, date, metric_id, dimension_set, dims, dims_hash, value, currency, quality, is_final, $2::timestamptz
  from staged_fact order by date, client_id, metric_id, dimension_set`

const upsert = `${insert}
  on conflict (data_source_id, metric_id, date, dims_hash) do update
  set value = excluded.value, currency = excluded.currency, quality = excluded.quality, is_final = excluded.is_final,
    fetched_at = excluded.fetched_at
  where (f.value, f.currency, f.quality, f.is_final) is distinct from (excluded.value, excluded.currency, excluded.quality, excluded.is_final)`

/** Adds the staged breakdowns to the stored breakdowns of each data source. */
const addBreakdowns = (teamId: string) => sql`
  with stored_breakdowns as (
    select data_source_id, metric_id, dimension_set from staged_fact
    union select d.id, metric.key, breakdown.value
    from data_source d, jsonb_each(d.breakdowns) metric, jsonb_array_elements_text(metric.value) breakdown
    where d.team_id = ${teamId} and d.id in (select data_source_id from staged_fact)),
  by_metric as (
    select data_source_id, metric_id, jsonb_agg(dimension_set order by dimension_set) as breakdowns from stored_breakdowns group by 1, 2),
  by_source as (select data_source_id, jsonb_object_agg(metric_id, breakdowns) as breakdowns from by_metric group by 1)
  update data_source d set breakdowns = by_source.breakdowns
  from by_source where d.team_id = ${teamId} and d.id = by_source.data_source_id`

/**
 * Updates each data source: its date range and status. A source that a person paused or disconnected keeps its status.
 * The platform may still change the account's current day, so at most its yesterday is final.
 */
const updateSources = (teamId: string, now: Date) => sql`
  update data_source d set data_from = least(d.data_from, staged.first), data_through = greatest(d.data_through, staged.last),
    final_through = least(greatest(d.final_through, staged.last), (${now}::timestamptz at time zone d.account_timezone)::date - 1),
    status = case when d.status in ('paused', 'disconnected') then d.status else 'active' end, status_reason = null,
    last_attempt_at = ${now}, last_success_at = ${now}, updated_at = ${now}
  from (select data_source_id, min(date) as first, max(date) as last from staged_fact group by 1) staged
  where d.team_id = ${teamId} and d.id = staged.data_source_id`
