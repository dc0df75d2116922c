/**
 * Stores facts: stages them in a temporary table, compares them with the stored facts, and writes the changes in one
 * transaction.
 */
import type { PoolClient } from "pg"

export const stagedColumns = [
  "client_id",
  "data_source_id",
  "currency",
  "metric_id",
  "date",
  "dimension_set",
  "dims",
  "value",
]

/** The result for one data source. Counts facts of all breakdowns. */
export type Stored = {
  data_source_id: string
  from: string
  to: string
  facts_added: number
  facts_restated: number
  facts_unchanged: number
}

export async function createStaging(connection: PoolClient) {
  await connection.query("DROP TABLE IF EXISTS staged_fact")
  await connection.query(`CREATE TEMPORARY TABLE staged_fact (
    client_id text, data_source_id text, currency char(3), metric_id text, date date, dimension_set text, dims jsonb,
    value numeric(24, 6), dims_hash bytea GENERATED ALWAYS AS (decode(md5(dimension_set || dims::text), 'hex')) STORED)`)
}

/**
 * Replaces the stored facts of each source, metric and day in the staging table. Stored rows of those days that are not
 * staged are deleted, so every breakdown still adds up to the same total. `note` runs in the same transaction.
 */
export async function storeStaged(
  connection: PoolClient,
  teamId: string,
  now: Date,
  note = async (_: Stored[]) => {},
): Promise<Stored[]> {
  // Runs before the transaction, because creating a partition locks the whole table until the commit.
  await connection.query(`SELECT ensure_fact_partition(month)
    FROM (SELECT DISTINCT date_trunc('month', date)::date AS month FROM staged_fact ORDER BY 1) months`)
  await connection.query("BEGIN")
  const isFirst = await lockSources(connection, teamId)
  const stored = await (isFirst ? countStaged(connection) : compare(connection, teamId))
  if (!isFirst) await removeVanished(connection, teamId, stored)
  await connection.query(isFirst ? insert : upsert, [teamId, now])
  await connection.query(describe, [teamId, now])
  await note(stored)
  await connection.query("COMMIT")
  await connection.query("DROP TABLE staged_fact")
  return stored
}

/** Serializes imports of the same source. Returns true when none of the sources has stored data yet. */
async function lockSources(connection: PoolClient, teamId: string) {
  const { rows } = await connection.query<{ is_first: boolean }>(
    `SELECT data_through IS NULL AS is_first FROM data_source
     WHERE team_id = $1 AND id IN (SELECT data_source_id FROM staged_fact) ORDER BY id FOR UPDATE`,
    [teamId],
  )
  return rows.every((source) => source.is_first)
}

async function countStaged(connection: PoolClient): Promise<Stored[]> {
  const { rows } = await connection.query<Stored>(
    `SELECT data_source_id, min(date)::text AS "from", max(date)::text AS "to", count(*)::int AS facts_added,
       0 AS facts_restated, 0 AS facts_unchanged FROM staged_fact GROUP BY 1 ORDER BY 1`,
  )
  return rows
}

const sameFact = `f.team_id = $1 AND f.data_source_id = s.data_source_id AND f.metric_id = s.metric_id AND f.date = s.date
  AND f.dims_hash = s.dims_hash`

async function compare(connection: PoolClient, teamId: string): Promise<Stored[]> {
  await connection.query("ANALYZE staged_fact (data_source_id, metric_id, date, dims_hash)")
  const { rows } = await connection.query<Stored>(
    `SELECT s.data_source_id, min(s.date)::text AS "from", max(s.date)::text AS "to",
       (count(*) FILTER (WHERE f.value IS NULL))::int AS facts_added,
       (count(*) FILTER (WHERE (f.value, f.currency) IS DISTINCT FROM (s.value, s.currency) AND f.value IS NOT NULL))::int AS facts_restated,
       (count(*) FILTER (WHERE (f.value, f.currency) IS NOT DISTINCT FROM (s.value, s.currency)))::int AS facts_unchanged
     FROM staged_fact s LEFT JOIN metric_fact f ON ${sameFact} GROUP BY 1 ORDER BY 1`,
    [teamId],
  )
  return rows
}

/** Counts of distinct people exist by day, week and month. Each of these grains is replaced separately. */
async function removeVanished(connection: PoolClient, teamId: string, stored: Stored[]) {
  const { rows } = await connection.query<{ data_source_id: string; n: number }>(
    `WITH gone AS (
       DELETE FROM metric_fact f
       USING (SELECT DISTINCT data_source_id, metric_id, date, split_part(dimension_set, '@', 2) AS grain FROM staged_fact) d
       WHERE f.team_id = $1 AND f.data_source_id = d.data_source_id AND f.metric_id = d.metric_id AND f.date = d.date
         AND split_part(f.dimension_set, '@', 2) = d.grain AND NOT EXISTS (SELECT FROM staged_fact s WHERE ${sameFact})
       RETURNING f.data_source_id)
     SELECT data_source_id, count(*)::int AS n FROM gone GROUP BY 1`,
    [teamId],
  )
  for (const source of stored)
    source.facts_restated += rows.find((row) => row.data_source_id === source.data_source_id)?.n ?? 0
}

const insert = `
  INSERT INTO metric_fact AS f (team_id, client_id, data_source_id, date, metric_id, dimension_set, dims, dims_hash, value, currency, fetched_at)
  SELECT $1, client_id, data_source_id, date, metric_id, dimension_set, dims, dims_hash, value, currency, $2::timestamptz
  FROM staged_fact ORDER BY date, client_id, metric_id, dimension_set`

const upsert = `${insert}
  ON CONFLICT (data_source_id, metric_id, date, dims_hash) DO UPDATE
  SET value = excluded.value, currency = excluded.currency, fetched_at = excluded.fetched_at
  WHERE (f.value, f.currency) IS DISTINCT FROM (excluded.value, excluded.currency)`

/** Updates each data source: its stored breakdowns, date range and status. */
const describe = `
  WITH span AS (SELECT data_source_id, min(date) AS first, max(date) AS last FROM staged_fact GROUP BY 1),
  sets AS (
    SELECT data_source_id, metric_id, dimension_set FROM staged_fact
    UNION SELECT d.id, e.key, v.value FROM data_source d, jsonb_each(d.breakdowns) e, jsonb_array_elements_text(e.value) v
    WHERE d.team_id = $1 AND d.id IN (SELECT data_source_id FROM span)),
  listed AS (SELECT data_source_id, metric_id, jsonb_agg(dimension_set ORDER BY dimension_set) AS kept FROM sets GROUP BY 1, 2),
  kept AS (SELECT data_source_id, jsonb_object_agg(metric_id, kept) AS breakdowns FROM listed GROUP BY 1)
  UPDATE data_source d SET breakdowns = kept.breakdowns, data_from = least(d.data_from, span.first),
    data_through = greatest(d.data_through, span.last), final_through = greatest(d.final_through, span.last),
    status = 'active', status_reason = NULL, last_attempt_at = $2, last_success_at = $2, updated_at = $2
  FROM span JOIN kept USING (data_source_id) WHERE d.team_id = $1 AND d.id = span.data_source_id`
