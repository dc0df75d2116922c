/**
 * Notifies a team about lasting conditions of an endpoint: most attempts fail, or events wait. A condition causes only
 * one notice until it ends.
 */
import { z } from "zod"
import { teamMaySend } from "@/domain/events/delivery-permission"
import { newId } from "@/domain/kernel/ids"
import { acrossTeams, prisma, rows, sql } from "@/prisma/client"
import { isPending } from "./endpoint-queue"
import { formatUtc, throttleCauses, whyThrottled } from "./health"

/**
 * The condition `low_success` starts when fewer than half of at least 20 attempts of the last hour succeeded. It ends
 * when at least three quarters of them succeeded. If nothing may be sent to the endpoint, it ends an hour after the
 * last attempt, so that a short pause does not cause a second notice.
 */
const minAttempts = 20
/**
 * The condition `delayed` starts when a delivery is overdue by 15 minutes. It ends when none is overdue by more than
 * one minute. Held and canceled deliveries, such as those of a paused or deleted endpoint, are not overdue.
 */
const delayedMinutes = 15

/**
 * An endpoint whose condition started or ended. `open_notice_id`: the notice to end. null when the condition started
 * and a notice must be created.
 */
const changedEndpoint = z.object({ id: z.string(), team_id: z.string(), open_notice_id: z.string().nullable() })

/** Can run at any time, also concurrently. Across teams: it checks the endpoints of all teams. */
export const updateConditionNotices = (): Promise<{ created: number; ended: number }> =>
  acrossTeams(async () => {
    const failing = await updateNotices("low_success", await rows(lowSuccessRow, lowSuccess()), describeFailures)
    const delayed = await updateNotices("delayed", await rows(delayedRow, delays()), describeDelay)
    return { created: failing.created + delayed.created, ended: failing.ended + delayed.ended }
  })

async function updateNotices<Found extends z.infer<typeof changedEndpoint>>(
  kind: "low_success" | "delayed",
  found: Found[],
  detailOf: (endpoint: Found) => string,
) {
  const newNotices = found
    .filter(({ open_notice_id }) => open_notice_id === null)
    .map((endpoint) => ({
      id: newId("notice"),
      team_id: endpoint.team_id,
      endpoint_id: endpoint.id,
      kind,
      detail: detailOf(endpoint),
    }))
  const endedIds = found.flatMap(({ open_notice_id }) => open_notice_id ?? [])
  // A unique index allows one open notice per endpoint and kind.
  const { count: created } = await prisma.webhookNotice.createMany({ data: newNotices, skipDuplicates: true })
  await rows(sql`update webhook_notice set ended_at = now() where id = any(${endedIds}) and ended_at is null`)
  return { created, ended: endedIds.length }
}

const lowSuccessRow = changedEndpoint.extend({
  attempts: z.int(),
  succeeded: z.int(),
  most_frequent_error: z.string().nullable(),
})
type LowSuccess = z.infer<typeof lowSuccessRow>

/** Excludes tests, internal errors and messages that the receiver aborted. */
const lowSuccess = () => sql`
  select e.id, e.team_id, open_notice.id as open_notice_id, last_hour.* from webhook_endpoint e join team t on t.id = e.team_id
    left join webhook_notice open_notice on open_notice.endpoint_id = e.id and open_notice.kind = 'low_success' and open_notice.ended_at is null
    cross join lateral (
      select count(*) as attempts, count(*) filter (where a.state = 'succeeded') as succeeded,
        mode() within group (order by coalesce('status ' || a.status, a.error_code)) filter (where a.state = 'failed') as most_frequent_error
      from webhook_attempt a where a.endpoint_id = e.id and a.started_at > now() - interval '1 hour'
        and a.state in ('succeeded', 'failed') and a.trigger <> 'test' and coalesce(a.error_code, '') not in ('internal', 'aborted')) last_hour
  where (e.state = 'active' or open_notice.id is not null) and case
    when open_notice.id is null then last_hour.attempts >= ${minAttempts}::int and last_hour.succeeded * 2 < last_hour.attempts
    when e.state = 'active' and ${teamMaySend()} then last_hour.attempts > 0 and last_hour.succeeded * 4 >= last_hour.attempts * 3
    else last_hour.attempts = 0 end`

function describeFailures({ attempts, succeeded, most_frequent_error }: LowSuccess) {
  const share = ((succeeded / attempts) * 100).toFixed(1)
  return `${succeeded} of ${attempts} attempts in the last hour succeeded (${share}%). The most frequent error was ${most_frequent_error}.`
}

const delayedRow = changedEndpoint.extend({
  /** The time since which the oldest delivery is due. Null when none is pending. */
  due_at: z.string().nullable(),
  /** 0 while a notice is open, which needs no count. */
  overdue: z.int(),
  max_per_second: z.int().nullable(),
  is_fifo: z.boolean(),
  breaker_openings: z.int(),
  /** Null when it is in the past. */
  paused_until: z.string().nullable(),
  paused_by: z.enum(throttleCauses).nullable(),
})
type Delayed = z.infer<typeof delayedRow>

const maxCounted = 10_000

/** A retry that is scheduled for later does not count as overdue. The delay counts from the due time. */
const delays = () => sql`
  select e.id, e.team_id, open_notice.id as open_notice_id, oldest.due_at, e.max_per_second, e.is_fifo, e.breaker_openings, e.paused_by,
    case when e.paused_until > now() then e.paused_until end as paused_until,
    case when open_notice.id is null then (
      select count(*) from (select from webhook_delivery d where d.endpoint_id = e.id and ${isPending(sql`d`)} and d.next_attempt_at <= now()
        limit ${maxCounted + 1}) d) else 0 end as overdue
  from webhook_endpoint e join team t on t.id = e.team_id
    left join webhook_notice open_notice on open_notice.endpoint_id = e.id and open_notice.kind = 'delayed' and open_notice.ended_at is null
    left join lateral (select d.next_attempt_at as due_at from webhook_delivery d
      where d.endpoint_id = e.id and ${isPending(sql`d`)} order by d.next_attempt_at limit 1) oldest on true
  where (e.state = 'active' and ${teamMaySend()} or open_notice.id is not null) and case
    when open_notice.id is null then oldest.due_at < now() - make_interval(mins => ${delayedMinutes})
    else oldest.due_at is null or oldest.due_at > now() - interval '1 minute' end`

function describeDelay({ overdue, due_at, ...endpoint }: Delayed) {
  const count = overdue > maxCounted ? `More than ${maxCounted.toLocaleString("en")}` : overdue.toLocaleString("en")
  const due = overdue === 1 ? "event is overdue" : "events are overdue"
  return `${count} ${due}. The oldest has been due since ${formatUtc(due_at)}. ${reasonForDelay(endpoint)}`
}

function reasonForDelay(endpoint: Omit<Delayed, "overdue" | "due_at">) {
  const { paused_until, paused_by, breaker_openings, is_fifo, max_per_second } = endpoint
  if (paused_until && paused_by && paused_by !== "breaker") return whyThrottled(endpoint)
  if (breaker_openings > 0)
    return "Most recent requests failed, so we send only one request at a time until one succeeds."
  if (paused_until) return whyThrottled(endpoint)
  if (is_fifo) return "Events are sent in order, so each event waits for the one before it."
  if (max_per_second)
    return `The webhook's limit of ${max_per_second} requests per second is lower than the rate of new events.`
  return "The receiver responds slowly, or this installation has more events than it can send."
}
