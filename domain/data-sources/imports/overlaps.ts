/**
 * Finds days of an import that are already stored from another file or under another account.
 * Storing them again would change good values or count them twice, so the user decides which values win.
 */
import { basename } from "node:path"
import type { PoolClient } from "pg"
import { z } from "zod"
import { pluralize } from "@/domain/kernel/format-count"
import type { Provider } from "@/domain/metrics/provider"
import { rowsOn, sql } from "@/prisma/client"
import { isSameFact, isVanished, replacedDays } from "../facts/staged-facts"
import { ImportError } from "./import-error"

type Import = { teamId: string; clientId: string; provider: Provider; file: string; now: Date }

/**
 * `replace`: the values of the file win. `keepBoth`: the accounts are different, although their values are the same.
 */
export type OverlapChoice = { replace?: boolean | undefined; keepBoth?: boolean | undefined }

/** Serializes imports of the client from one platform, so that each sees the accounts of the others. */
export const lockImports = (connection: PoolClient, { clientId, provider }: Import) =>
  connection.query("select pg_advisory_xact_lock(hashtext($1))", [`import of ${clientId} ${provider}`])

/**
 * Compares the staged facts with the stored ones. Throws ImportError when they overlap and `choice` does not say what
 * to do. With `replace`, deletes the staged days from other accounts that have the same values.
 */
export async function settleOverlaps(connection: PoolClient, metricsImport: Import, choice: OverlapChoice) {
  if (!choice.replace) await refuseOtherFile(connection, metricsImport)
  if (choice.keepBoth) return
  const duplicates = await findAccountsWithSameValues(connection, metricsImport)
  const connected = duplicates.find((duplicate) => duplicate.other_is_connected)
  // `replace` would not help: the next sync of the connected account would store its days again.
  if (connected) throw sameValuesError(metricsImport, connected)
  if (duplicates[0] && !choice.replace) throw sameValuesError(metricsImport, duplicates[0])
  const duplicateIds = duplicates.map((duplicate) => duplicate.other_id)
  if (duplicateIds.length > 0) await deleteOverlappingDays(connection, metricsImport, duplicateIds)
}

const fileRow = z.object({
  account_id: z.string(),
  place: z.string(),
  from: z.iso.date(),
  to: z.iso.date(),
  days: z.int(),
})

/**
 * The same file may be imported again with restated values, and another file with the same values changes nothing. A
 * file with another name whose values differ, or which lacks a stored breakdown, would overwrite the values of the
 * earlier file.
 */
async function refuseOtherFile(connection: PoolClient, { teamId, file }: Import) {
  const name = basename(file)
  const [overlap] = await rowsOn(
    connection,
    fileRow,
    sql`
      select source.account_id, last_import.place, min(changed.date) as "from", max(changed.date) as "to", count(*)::int as days
      from (${changedDays(teamId)}) changed join data_source source on source.id = changed.data_source_id
      cross join lateral (${lastImportOf(teamId)}) last_import
      where source.team_id = ${teamId} and last_import.place <> ${name} group by 1, 2 order by days desc limit 1`,
  )
  if (!overlap) return
  const { account_id, place, from, to, days } = overlap
  throw new ImportError(
    `${name} would change ${pluralize(days, "day")} of account ${account_id} (${from} to ${to}) that came from ${place}.`,
    { kind: "replace", account: account_id, place, from, to, days },
  )
}

/** The stored days of each source that the import would change: a value differs, or is not in the file. */
const changedDays = (teamId: string) => sql`
  select s.data_source_id, s.date from staged_fact s join metric_fact f on ${isSameFact(teamId)}
  where (f.value, f.currency) is distinct from (s.value, s.currency)
  union
  select f.data_source_id, f.date from ${replacedDays} r join metric_fact f on ${isVanished(teamId)}`

/** The name of the file that last stored the day `changed.date`, or "the connected account" after a sync. */
const lastImportOf = (teamId: string) => sql`
  select coalesce(r.file_name, case when r.done_from is not null then 'the connected account' end) as place from sync_run r
  where r.team_id = ${teamId} and r.data_source_id = changed.data_source_id
    and (r.days @> array[changed.date] or changed.date between r.done_from and r.window_to)
    and r.status in ('succeeded', 'partial', 'canceled')
  order by r.finished_at desc, r.id desc limit 1`

const duplicateRow = z.object({
  account: z.string(),
  other: z.string(),
  other_id: z.string(),
  other_is_connected: z.boolean(),
  from: z.iso.date(),
  to: z.iso.date(),
  days: z.int(),
})
type Duplicate = z.infer<typeof duplicateRow>

/** Finds other accounts of the client with the same daily totals on at least half of the days that both have. */
const findAccountsWithSameValues = (
  connection: PoolClient,
  { teamId, clientId, provider }: Import,
): Promise<Duplicate[]> =>
  rowsOn(
    connection,
    duplicateRow,
    sql`
      with compared as (
        select total.data_source_id as account_id, f.data_source_id as other_id, total.date, bool_and(f.value = total.value) as is_same
        from (${newDailyTotals(teamId)}) total join metric_fact f
          on f.metric_id = total.metric_id and f.date = total.date and f.dimension_set = total.dimension_set
        where f.team_id = ${teamId} and f.client_id = ${clientId}
          and f.data_source_id in (
            select id from data_source where team_id = ${teamId} and client_id = ${clientId} and provider = ${provider})
          and f.data_source_id not in (select data_source_id from staged_fact)
        group by 1, 2, 3),
      duplicates as (
        select account_id, other_id, min(date) filter (where is_same) as "from", max(date) filter (where is_same) as "to",
          (count(*) filter (where is_same))::int as days
        from compared group by 1, 2 having 2 * count(*) filter (where is_same) >= count(*))
      select account.account_id as account, other.account_id as other, other_id, other.credentials_ref is not null as other_is_connected,
        "from", "to", days
      from duplicates join data_source account on account.id = duplicates.account_id join data_source other on other.id = duplicates.other_id
      where account.team_id = ${teamId} and other.team_id = ${teamId} order by days desc`,
  )

/**
 * The staged daily totals. Leaves out zeros, and values that the account itself already stores, because the user
 * decided about them in an earlier import.
 */
const newDailyTotals = (teamId: string) => sql`
  select s.data_source_id, s.metric_id, s.date, s.dimension_set, s.value from staged_fact s
  where s.dimension_set in ('', '@day') and s.value <> 0
    and not exists (select from metric_fact f where ${isSameFact(teamId)} and f.value = s.value)`

const sameValuesError = ({ file }: Import, { account, other, other_is_connected, from, to, days }: Duplicate) =>
  new ImportError(
    `${basename(file)} has the same values for account ${account} as ${other_is_connected ? "the connected account" : "account"} ${other} already has on ${pluralize(days, "day")} (${from} to ${to}), so they would count twice.`,
    { kind: "same_values", account, other, is_connected: other_is_connected, from, to, days },
  )

/**
 * Deletes the staged days from other accounts, and updates their date ranges. Also deletes a source that has no data
 * left, because it would look like a second account.
 */
async function deleteOverlappingDays(connection: PoolClient, { teamId, now }: Import, sourceIds: string[]) {
  await connection.query(sql`
    delete from metric_fact f using (select distinct metric_id, date from staged_fact) staged
    where f.team_id = ${teamId} and f.data_source_id = any(${sourceIds}) and f.metric_id = staged.metric_id and f.date = staged.date`)
  await connection.query(sql`
    delete from data_source d where d.team_id = ${teamId} and d.id = any(${sourceIds}) and d.credentials_ref is null
      and not exists (select from metric_fact f where f.team_id = ${teamId} and f.data_source_id = d.id)`)
  await connection.query(sql`
    update data_source d set data_from = stored.first, data_through = stored.last, final_through = least(d.final_through, stored.last),
      updated_at = ${now}
    from (
      select data_source_id, min(date) as first, max(date) as last from metric_fact f
      where f.team_id = ${teamId} and f.data_source_id = any(${sourceIds}) and split_part(f.dimension_set, '@', 2) in ('', 'day')
      group by 1) stored
    where d.team_id = ${teamId} and d.id = stored.data_source_id`)
}
