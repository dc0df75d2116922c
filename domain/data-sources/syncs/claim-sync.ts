/**
 * Claims a sync for this process. The claim is a lease: when the process dies, the lease expires and another process
 * continues after the last stored chunk.
 */
import { z } from "zod"
import { newId } from "@/domain/kernel/ids"
import { acrossTeams, rows, sql } from "@/prisma/client"
import { connectedProviders } from "../connectors/connector"

/** Longer than reading and storing one chunk may take. */
export const leaseMs = 600_000

export const claimedRow = z.object({
  team_id: z.string(),
  id: z.string(),
  lease_id: z.string(),
  data_source_id: z.string(),
  client_id: z.string(),
  provider: z.enum(connectedProviders),
  account_id: z.string(),
  display_name: z.string(),
  account_timezone: z.string(),
  account_currency: z.string().nullable(),
  request_options: z.record(z.string(), z.string()),
  credentials_ref: z.string().nullable(),
  status: z.string(),
  week_starts_on: z.int(),
  trigger: z.string(),
  attempt: z.int(),
  window_from: z.string(),
  window_to: z.string(),
  done_from: z.string().nullable(),
  data_from: z.string().nullable(),
  data_through: z.string().nullable(),
  final_through: z.string().nullable(),
})
export type ClaimedSync = z.infer<typeof claimedRow>

/** For a statement in which sync_run, data_source and team have the aliases `r`, `d` and `t`. */
export const claimedColumns = sql`r.team_id, r.id, r.lease_id, r.data_source_id, d.client_id, d.provider, d.account_id, d.display_name,
  d.account_timezone, d.account_currency, d.request_options, d.credentials_ref, d.status, t.week_starts_on,
  r.trigger, r.attempt, r.window_from, r.window_to, r.done_from, d.data_from, d.data_through, d.final_through`

/** SQL condition: a process runs another sync than `syncId` for the account of `d`, in any team. */
export const isAccountBusy = (syncId: string, now: Date) => sql`
  exists (
    select from sync_run other join data_source other_source on other_source.id = other.data_source_id
    where other.status = 'running' and other.id <> ${syncId} and other.lease_until >= ${now}
      and other_source.provider = d.provider and other_source.account_id = d.account_id)`

/**
 * Returns undefined when the sync has ended, is not due, or another process works on it or on the same account. Syncs
 * of suspended teams and archived clients wait. Counts an expired lease as an attempt. Across teams, because the job
 * only has the sync's id.
 */
export async function claimSync(syncId: string, now: Date): Promise<ClaimedSync | undefined> {
  const leaseId = newId("syncRun")
  const [claimed] = await acrossTeams(() =>
    rows(
      claimedRow,
      sql`
        update sync_run r set status = 'running', lease_id = ${leaseId},
          lease_until = ${now}::timestamptz + ${leaseMs}::int * interval '1 ms',
          attempt = r.attempt + (case when r.lease_until is null then 0 else 1 end)
        from data_source d join client c on c.id = d.client_id and c.team_id = d.team_id join team t on t.id = d.team_id
        where r.id = ${syncId} and r.status in ('queued', 'running') and r.due_at <= ${now}
          and (r.lease_until is null or r.lease_until < ${now}) and d.id = r.data_source_id and d.team_id = r.team_id
          and not t.is_suspended and c.status <> 'archived'
          and not ${isAccountBusy(syncId, now)}
        returning ${claimedColumns}`,
    ),
  )
  return claimed
}

const idleRow = z.object({ id: z.string(), account: z.string() })

/**
 * Finds due syncs that no process works on, for example because the process that was notified died. Across teams,
 * because syncs of all teams continue after a restart. `account` is the key by which the queue runs one sync at a time.
 */
export const idleSyncs = () =>
  acrossTeams(() =>
    rows(
      idleRow,
      sql`
        select r.id, d.provider || ':' || d.account_id as account from sync_run r join data_source d on d.id = r.data_source_id
        join team t on t.id = d.team_id join client c on c.id = d.client_id and c.team_id = d.team_id
        where r.status in ('queued', 'running') and r.due_at <= now() and (r.lease_until is null or r.lease_until < now())
          and not t.is_suspended and c.status <> 'archived'
        order by r.due_at, r.id limit 1000`,
    ),
  )
