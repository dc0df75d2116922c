/** Removes what is kept no longer: contents after 30 days, the log after 90, in small steps that hold up nobody. */
import { acrossTeams, rows, type Sql, sql } from "@/prisma/client"

const contentDays = 30
const logDays = 90
const perStep = 1_000

export type Pruned = {
  contents: number
  attempts: number
  deliveries: number
  messages: number
  notices: number
  endpoints: number
}

/** Across teams: time runs out for all of them. */
export const prune = (): Promise<Pruned> =>
  acrossTeams(async () => ({
    contents: (await backwards(attemptContents)) + (await backwards(messageContents)),
    attempts: await whileFull(oldAttempts),
    deliveries: await whileFull(oldDeliveries),
    messages: await whileFull(messagesWithoutDeliveries),
    notices: await whileFull(oldNotices),
    endpoints: await whileFull(deletedEndpoints),
  }))

type Step = { looked: number; changed: number; until: string | null }

/** From the day on which contents end back to those that are empty already: what was emptied before is not looked at again. */
async function backwards(step: (before: Sql) => Sql): Promise<number> {
  let changed = 0
  for (let before = daysAgo(contentDays); ; ) {
    const [done] = await rows<Step>(step(before))
    changed += done?.changed ?? 0
    if (!done?.until || done.looked < perStep || done.changed === 0) return changed
    before = sql`${done.until}::timestamptz`
  }
}

async function whileFull(step: Sql): Promise<number> {
  let changed = 0
  for (;;) {
    const [done] = await rows<{ changed: number }>(step)
    changed += done?.changed ?? 0
    if (!done || done.changed < perStep) return changed
  }
}

const daysAgo = (days: number) => sql`now() - make_interval(days => ${days})`

/** What was sent and what came back. Rows of one instant end a step together, so that the next one may begin before it. */
const attemptContents = (before: Sql) => sql`
  with looked as materialized (
    select delivery_id, number, started_at from webhook_attempt where started_at < ${before} order by started_at desc fetch first ${perStep} rows with ties),
  emptied as (
    update webhook_attempt a set request_headers = null, response_headers = null, response_body = null from looked l
    where a.delivery_id = l.delivery_id and a.number = l.number and a.request_headers is not null returning 1)
  select (select count(*) from looked) as looked, (select count(*) from emptied) as changed, (select min(started_at)::text from looked) as until`

/** The bodies of messages, unless one is still to be delivered; of one that nobody was to hear of, all. */
const messageContents = (before: Sql) => sql`
  with looked as materialized (
    select id, created_at, exists (select from webhook_delivery d where d.message_id = m.id) as has_deliveries
    from webhook_message m where created_at < ${before} order by created_at desc fetch first ${perStep} rows with ties),
  removed as (delete from webhook_message m using looked l where m.id = l.id and not l.has_deliveries returning 1),
  emptied as (
    update webhook_message m set body = '', expunged_at = coalesce(m.expunged_at, now()) from looked l
    where m.id = l.id and l.has_deliveries and m.body <> ''
      and not exists (select from webhook_delivery d where d.message_id = m.id and d.phase = 'open') returning 1)
  select (select count(*) from looked) as looked, (select min(created_at)::text from looked) as until,
    (select count(*) from removed) + (select count(*) from emptied) as changed`

const oldAttempts = sql`
  with gone as (delete from webhook_attempt where (delivery_id, number) in (
    select delivery_id, number from webhook_attempt where started_at < ${daysAgo(logDays)} order by started_at limit ${perStep}) returning 1)
  select count(*) as changed from gone`

/** Found by their messages, which are dated: of deliveries only the open ones are. */
const oldDeliveries = sql`
  with gone as (delete from webhook_delivery where id in (
    select d.id from webhook_message m join webhook_delivery d on d.message_id = m.id
    where m.created_at < ${daysAgo(logDays)} and d.state in ('succeeded', 'exhausted', 'cancelled', 'expired') limit ${perStep}) returning 1)
  select count(*) as changed from gone`

const messagesWithoutDeliveries = sql`
  with gone as (delete from webhook_message where id in (
    select m.id from webhook_message m where m.created_at < ${daysAgo(logDays)}
      and not exists (select from webhook_delivery d where d.message_id = m.id) limit ${perStep}) returning 1)
  select count(*) as changed from gone`

/** Not those whose state goes on: they keep it from being told again. */
const oldNotices = sql`
  with gone as (delete from webhook_notice where id in (
    select id from webhook_notice where created_at < ${daysAgo(logDays)}
      and (kind not in ('low_success', 'delayed') or ended_at is not null) limit ${perStep}) returning 1)
  select count(*) as changed from gone`

const deletedEndpoints = sql`
  with gone as (delete from webhook_endpoint where id in (
    select e.id from webhook_endpoint e where e.state = 'deleted' and e.deleted_at < ${daysAgo(logDays)}
      and not exists (select from webhook_delivery d where d.endpoint_id = e.id) limit ${perStep}) returning 1)
  select count(*) as changed from gone`
