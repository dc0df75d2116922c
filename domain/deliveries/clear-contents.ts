/**
 * Clears the contents of webhook requests and responses after 30 days. The log of deliveries stays until its retention
 * ends.
 */
import { z } from "zod"
import { contentDays } from "@/domain/events/retention"
import { batchSize, repeatInBatches } from "@/domain/kernel/repeat-in-batches"
import { countRow } from "@/domain/kernel/rows"
import { acrossTeams, rows, type Sql, sql } from "@/prisma/client"

const ageLimit = sql`now() - make_interval(days => ${contentDays})`

/**
 * Clears headers and response bodies of attempts, oldest first. Returns how many attempts it cleared.
 *
 * No index contains the attempts to clear, because it would slow down each delivery. Instead, attempts older than a
 * cleared one are always cleared, also after a run that was interrupted. Earlier versions cleared the newest first, so
 * interrupted runs of theirs can have left contents, which are deleted with the log.
 */
export const clearAttemptContents = (): Promise<number> =>
  // Across teams: the retention applies to all teams.
  acrossTeams(async () => {
    let changed = 0
    for (const span of (await spansToClear()).toReversed()) {
      const [cleared] = await rows(countRow, clearAttempts(span))
      changed += cleared?.count ?? 0
    }
    return changed
  })

/** Attempts that started from `from` until before `before`. */
type Span = z.infer<typeof spanRow>

/** Goes back in time from the age limit until a span has nothing to clear. Returns the spans before, newest first. */
async function spansToClear(): Promise<Span[]> {
  const spans: Span[] = []
  let before = ageLimit
  for (;;) {
    const [span] = await rows(spanRow, previousSpan(before))
    if (!span) return spans
    spans.push(span)
    before = sql`${span.from}::timestamptz`
  }
}

/**
 * Searches back from `before`. Returns no row if the attempts there have nothing to clear. `searched` includes all
 * attempts that have its oldest timestamp (`with ties`), so that two spans share no attempt.
 */
const previousSpan = (before: Sql) => sql`
  with searched as materialized (
    select started_at, request_headers is not null as has_content from webhook_attempt
    where started_at < ${before} order by started_at desc fetch first ${batchSize} rows with ties)
  select min(started_at)::text as "from", (${before})::text as before from searched having bool_or(has_content)`

const clearAttempts = ({ from, before }: Span) => sql`
  with cleared as (
    update webhook_attempt set request_headers = null, response_headers = null, response_body = null
    where started_at >= ${from}::timestamptz and started_at < ${before}::timestamptz and request_headers is not null returning 1)
  select count(*) as count from cleared`

/**
 * Clears the bodies of messages without a pending or leased delivery, and deletes messages that have no delivery,
 * oldest first. Returns how many messages it changed. A message with an open delivery is cleared after that ends.
 */
export const clearMessageContents = (): Promise<number> =>
  repeatInBatches(sql`
    with old as materialized (
      select id, exists (select from webhook_delivery d where d.message_id = m.id) as has_deliveries
      from webhook_message m where expunged_at is null and created_at < ${ageLimit}
        and not exists (select from webhook_delivery d where d.message_id = m.id and d.phase = 'open')
      order by created_at limit ${batchSize}),
    deleted as (delete from webhook_message m using old where m.id = old.id and not old.has_deliveries returning 1),
    cleared as (
      update webhook_message m set body = '', expunged_at = now() from old
      where m.id = old.id and old.has_deliveries returning 1)
    select (select count(*) from deleted) + (select count(*) from cleared) as count`)

const spanRow = z.object({ from: z.string(), before: z.string() })
