/**
 * Clears the contents of webhook requests and responses after 30 days. The log of deliveries stays until its retention
 * ends.
 */
import { z } from "zod"
import { contentDays } from "@/domain/events/retention"
import { acrossTeams, rows, type Sql, sql } from "@/prisma/client"

const perStep = 1_000

/** `oldest_at`: the time of the oldest row that the step searched. null when it found no rows. */
const stepRow = z.object({ searched: z.number(), changed: z.number(), oldest_at: z.string().nullable() })

/** Clears headers and response bodies of attempts. Returns how many attempts it cleared. */
export const clearAttemptContents = () => clearBackwards(attemptContents)

/** Clears bodies of messages that have no open delivery. Returns how many messages it changed. */
export const clearMessageContents = () => clearBackwards(messageContents)

/**
 * Runs steps that go back in time from the age limit. Stops when a step finds only cleared rows, because all older rows
 * are cleared too.
 */
const clearBackwards = (stepStatement: (before: Sql) => Sql): Promise<number> =>
  // Across teams: the retention applies to all teams.
  acrossTeams(async () => {
    let changed = 0
    let before = sql`now() - make_interval(days => ${contentDays})`
    for (;;) {
      const [step] = await rows(stepRow, stepStatement(before))
      changed += step?.changed ?? 0
      if (!step?.oldest_at || step.searched < perStep || step.changed === 0) return changed
      before = sql`${step.oldest_at}::timestamptz`
    }
  })

/**
 * Clears the request and the response of attempts. A step includes all rows that have its oldest timestamp (`with
 * ties`), so the next step can start before that time without missing rows.
 */
const attemptContents = (before: Sql) => sql`
  with searched as materialized (
    select delivery_id, number, started_at from webhook_attempt where started_at < ${before} order by started_at desc fetch first ${perStep} rows with ties),
  cleared as (
    update webhook_attempt a set request_headers = null, response_headers = null, response_body = null from searched
    where a.delivery_id = searched.delivery_id and a.number = searched.number and a.request_headers is not null returning 1)
  select (select count(*) from searched) as searched, (select min(started_at)::text from searched) as oldest_at,
    (select count(*) from cleared) as changed`

/** Clears the bodies of messages without a pending or leased delivery. Deletes messages that have no delivery. */
const messageContents = (before: Sql) => sql`
  with searched as materialized (
    select id, created_at, exists (select from webhook_delivery d where d.message_id = m.id) as has_deliveries
    from webhook_message m where created_at < ${before} order by created_at desc fetch first ${perStep} rows with ties),
  deleted as (delete from webhook_message m using searched where m.id = searched.id and not searched.has_deliveries returning 1),
  cleared as (
    update webhook_message m set body = '', expunged_at = coalesce(m.expunged_at, now()) from searched
    where m.id = searched.id and searched.has_deliveries and m.body <> ''
      and not exists (select from webhook_delivery d where d.message_id = m.id and d.phase = 'open') returning 1)
  select (select count(*) from searched) as searched, (select min(created_at)::text from searched) as oldest_at,
    (select count(*) from deleted) + (select count(*) from cleared) as changed`
