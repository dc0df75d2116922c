/**
 * Clears the contents of webhook requests and responses after 30 days. The log of deliveries stays until its retention
 * ends.
 */
import { z } from "zod"
import { contentDays } from "@/domain/events/retention"
import { acrossTeams, rows, type Sql, sql } from "@/prisma/client"

const perStep = 1_000

/** `until`: the oldest timestamp that the step searched. null when it found no rows. */
const stepRow = z.object({ searched: z.number(), changed: z.number(), until: z.string().nullable() })

/** Clears headers and response bodies of attempts. Returns how many attempts it cleared. */
export const clearAttemptContents = () => clearBackwards(attemptContents)

/** Clears bodies of messages that have no open delivery. Returns how many messages it changed. */
export const clearMessageContents = () => clearBackwards(messageContents)

/**
 * Goes back in time from the age limit until a step finds only cleared rows, so that old rows are not scanned again.
 */
const clearBackwards = (step: (before: Sql) => Sql): Promise<number> =>
  // Across teams: the retention applies to all teams.
  acrossTeams(async () => {
    let changed = 0
    let before = sql`now() - make_interval(days => ${contentDays})`
    for (;;) {
      const [done] = await rows(stepRow, step(before))
      changed += done?.changed ?? 0
      if (!done?.until || done.searched < perStep || done.changed === 0) return changed
      before = sql`${done.until}::timestamptz`
    }
  })

/**
 * Clears the request and the response of attempts. A step includes all rows that have its oldest timestamp (`with
 * ties`), so the next step can start before that time without missing rows.
 */
const attemptContents = (before: Sql) => sql`
  with searched as materialized (
    select delivery_id, number, started_at from webhook_attempt where started_at < ${before} order by started_at desc fetch first ${perStep} rows with ties),
  emptied as (
    update webhook_attempt a set request_headers = null, response_headers = null, response_body = null from searched l
    where a.delivery_id = l.delivery_id and a.number = l.number and a.request_headers is not null returning 1)
  select (select count(*) from searched) as searched, (select count(*) from emptied) as changed, (select min(started_at)::text from searched) as until`

/** Clears the bodies of messages without a pending or leased delivery. Deletes messages that have no delivery. */
const messageContents = (before: Sql) => sql`
  with searched as materialized (
    select id, created_at, exists (select from webhook_delivery d where d.message_id = m.id) as has_deliveries
    from webhook_message m where created_at < ${before} order by created_at desc fetch first ${perStep} rows with ties),
  removed as (delete from webhook_message m using searched l where m.id = l.id and not l.has_deliveries returning 1),
  emptied as (
    update webhook_message m set body = '', expunged_at = coalesce(m.expunged_at, now()) from searched l
    where m.id = l.id and l.has_deliveries and m.body <> ''
      and not exists (select from webhook_delivery d where d.message_id = m.id and d.phase = 'open') returning 1)
  select (select count(*) from searched) as searched, (select min(created_at)::text from searched) as until,
    (select count(*) from removed) + (select count(*) from emptied) as changed`
