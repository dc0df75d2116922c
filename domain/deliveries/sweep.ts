/** Puts right what a killed process or a race has left behind: ended leases, and deliveries that wait at an endpoint that is closed. */
import { log } from "@/domain/log"
import { acrossTeams, rows, type Sql, sql } from "@/prisma/client"
import { leasedDeliveries } from "./leases"
import { landing, teamMaySend } from "./may-send"
import { nextDueAt } from "./next-due"
import { isPending } from "./pending"
import { delaysSeconds, retryProfiles } from "./retry-schedule"

const perStep = 1_000
/** What no claim has listed, as by a process of an earlier version, is found once it is among so many that are due for longest. */
const oldestLookedAt = 5_000
/** A message that ends whoever sends it does so at most this often. */
const mostAttemptsOfAnyKind = 50

export type Swept = {
  /** deliveries whose lease had ended, which are tried again */
  woken: number
  /** deliveries that are held or cancelled because their endpoint is no longer sent to */
  stopped: number
  nextDueAt: string | null
}

/** Across teams: it cleans up after workers, who work for all of them. */
export const sweep = (): Promise<Swept> =>
  acrossTeams(async () => {
    const woken = await inSteps(endedLeases)
    const stopped = await inSteps(atClosedEndpoints)
    await rows(forgetClaims)
    // That some were published while their endpoint was paused or deleted is expected; leases that ended are not.
    if (woken + stopped > 0) log[woken > 0 ? "warn" : "info"]({ woken, stopped }, "swept")
    return { woken, stopped, nextDueAt: await nextDueAt() }
  })

/** Each step commits by itself. Returns how many rows were changed. */
export async function inSteps(step: () => Sql): Promise<number> {
  let changed = 0
  for (;;) {
    const [done] = await rows<{ count: number }>(step())
    changed += done?.count ?? 0
    if (!done || done.count < perStep) return changed
  }
}

/**
 * The request may have arrived, so it counts; but it may not have, so one more is always made. Due at once: the lease was longer
 * than our own faults wait. Its place in line is kept. A process of an earlier version wrote down itself that it had begun.
 */
const endedLeases = () => sql`
  with listed as (select id from ${leasedDeliveries} l where leased_until < now() limit ${perStep}),
  oldest as (
    select id from (select id, state, leased_until from webhook_delivery where phase = 'open' and next_attempt_at < now()
      order by next_attempt_at limit ${oldestLookedAt}) d where state = 'leased' and leased_until < now()),
  ended as materialized (
    select d.* from (select id from listed union select id from oldest limit ${perStep}) l cross join lateral (
      select id, updated_at from webhook_delivery where id = l.id and state = 'leased' and leased_until < now() for update skip locked) d),
  woken as (
    update webhook_delivery d set lease_token = null, leased_until = null, updated_at = now(),
      state = case when d.last_attempt >= ${mostAttemptsOfAnyKind} then 'exhausted' else ${landing} end,
      ended_at = case when e.state = 'deleted' or d.last_attempt >= ${mostAttemptsOfAnyKind} then now() end,
      next_attempt_at = case when e.state = 'active' and d.last_attempt < ${mostAttemptsOfAnyKind} then d.next_attempt_at end,
      attempts = greatest(d.attempts, least(d.attempts + 1, (${attemptsOfProfile()}::jsonb ->> e.retry_profile)::int - 1))
    from ended o, webhook_endpoint e where d.id = o.id and e.id = d.endpoint_id
    returning d.*, e.url, o.updated_at as began_at),
  unknown as (
    insert into webhook_attempt (id, team_id, delivery_id, endpoint_id, message_id, event_type, number, trigger, state, url, started_at, ended_at)
    select w.attempt_id, w.team_id, w.id, w.endpoint_id, w.message_id, w.event_type, w.last_attempt, w.trigger, 'unknown', w.url, w.began_at, now()
    from woken w where w.attempt_id is not null on conflict do nothing)
  select count(*) as count from woken`

const attemptsOfProfile = () =>
  JSON.stringify(Object.fromEntries(retryProfiles.map((profile) => [profile, delaysSeconds(profile).length])))

/** Of which nothing is leased any more. */
const forgetClaims = sql`
  delete from webhook_claim c where not exists (
    select from unnest(c.delivery_ids) as listed(id) cross join lateral (
      select from webhook_delivery where id = listed.id and state = 'leased' and updated_at <= c.claimed_at offset 0) d)`

/** Published or retried in the moment in which its endpoint was paused, or its team's plan ended. What a person asked for goes out. */
const atClosedEndpoints = () => sql`
  with closed as materialized (
    select d.id from webhook_endpoint e join team t on t.id = e.team_id cross join lateral (
      select d.id, d.trigger from webhook_delivery d where d.endpoint_id = e.id and ${isPending(sql`d`)}
      limit ${perStep} for update skip locked) d
    where (e.state <> 'active' or not ${teamMaySend()}) and (d.trigger not in ('manual', 'test') or e.state = 'deleted') limit ${perStep}),
  stopped as (
    update webhook_delivery d set next_attempt_at = null, updated_at = now(),
      state = case when e.state = 'deleted' then 'cancelled' else 'held' end, ended_at = case when e.state = 'deleted' then now() end
    from closed c, webhook_endpoint e where d.id = c.id and e.id = d.endpoint_id returning d.id)
  select count(*) as count from stopped`
