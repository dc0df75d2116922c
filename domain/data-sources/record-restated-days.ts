/** Records which settled days a sync or an import is about to change. Signals report large changes. */
import type { PoolClient } from "pg"

/**
 * Compares the staged totals of each metric and day with the stored ones. Only days that were final count. Call it in
 * the transaction that stores the staged facts, before it replaces them.
 */
export const recordRestatedDays = (connection: PoolClient, teamId: string, now: Date) =>
  connection.query(record, [teamId, now])

const record = `
  insert into restated_day (team_id, data_source_id, metric_id, date, restated_at, value_before, value_after)
  select f.team_id, f.data_source_id, f.metric_id, f.date, $2, f.value, s.value
  from staged_fact s join metric_fact f on f.team_id = $1 and f.data_source_id = s.data_source_id and f.metric_id = s.metric_id
    and f.date = s.date and f.dims_hash = s.dims_hash
  where s.dimension_set = '' and f.is_final and f.value <> s.value
  on conflict do nothing`
