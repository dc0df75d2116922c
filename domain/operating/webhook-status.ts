/** Reports webhook endpoints with problems to operators: the team, since when, and why. */
import { z } from "zod"
import { timestamp } from "@/domain/kernel/fields"
import { limitsOf, planNames } from "@/domain/kernel/plans"
import { requestErrorSentence } from "@/domain/security/request-errors"
import { endpointHealthOf, type Health, needsAttention } from "@/domain/webhooks/health"
import { lastFailure, webhookRow } from "@/domain/webhooks/webhook"
import { acrossTeams, rows, sql } from "@/prisma/client"

export type WebhookStatus = {
  team: string
  endpoint_id: string
  /** The host of the URL, without its path, which may contain a secret. */
  host: string
  health: Health | "suspended"
  /**
   * When the endpoint was disabled. Otherwise when its failures started, or else when its oldest pending event was
   * created. null if none of these applies.
   */
  since: string | null
  /** Deliveries that wait to be sent or are in flight. */
  pending: number
  held: number
  oldest_pending_at: string | null
  /** Message of the last failed attempt since the last success. */
  last_error: string | null
  why: string
}

/** Deliveries that have been due for longer than this are a problem, even if no attempt has failed. */
const maxWaitMinutes = 15

const foundRow = webhookRow
  .pick({
    url: true,
    state: true,
    failure_count: true,
    first_failure_at: true,
    last_success_at: true,
    paused_until: true,
    paused_by: true,
    is_throttled: true,
    breaker_openings: true,
    disabled_at: true,
    disabled_reason: true,
    last_error_code: true,
    last_status: true,
  })
  .extend({
    team: z.string(),
    plan: z.enum(planNames),
    is_suspended: z.boolean(),
    endpoint_id: z.string(),
    pending: z.int(),
    oldest_pending_at: timestamp().nullable(),
    counts: z.object({ held: z.int() }),
    needs_attention: z.boolean().nullable(),
  })

/**
 * Returns endpoints with problems, the oldest problem first. With `all`, returns every endpoint. Across teams: an
 * operator monitors all teams.
 */
export async function webhookStatus({ all }: { all: boolean }): Promise<WebhookStatus[]> {
  const found = await acrossTeams(() => rows(foundRow, statement(all)))
  return found.map(statusOf)
}

const statement = (all: boolean) => sql`
  select endpoint.* from (
    select t.slug as team, t.plan, t.is_suspended, e.id as endpoint_id, e.url, e.state, e.failure_count, e.first_failure_at,
      e.last_success_at, e.paused_until, e.paused_by, coalesce(e.paused_until > now(), false) as is_throttled, e.breaker_openings,
      e.disabled_at, e.disabled_reason, waiting.pending, waiting.oldest_pending_at, json_build_object('held', held_back.held) as counts,
      last_failure.error_code as last_error_code, last_failure.status as last_status,
      (${needsAttention} or e.state = 'paused_user' or e.paused_until > now()
        or waiting.oldest_due_at < now() - make_interval(mins => ${maxWaitMinutes}::int)) as needs_attention
    from webhook_endpoint e join team t on t.id = e.team_id
    cross join lateral (select count(*) as pending, min(d.created_at) as oldest_pending_at, min(d.next_attempt_at) as oldest_due_at
      from webhook_delivery d where d.endpoint_id = e.id and d.team_id = e.team_id and d.phase = 'open') waiting
    cross join lateral (select count(*) as held
      from webhook_delivery d where d.endpoint_id = e.id and d.team_id = e.team_id and d.phase = 'held') held_back
    left join lateral ${lastFailure} last_failure on true
    where e.deleted_at is null) endpoint
  where endpoint.needs_attention or ${all}
  order by coalesce(endpoint.disabled_at, endpoint.first_failure_at, endpoint.oldest_pending_at) nulls last, endpoint.team, endpoint.endpoint_id`

function statusOf({ plan, is_suspended, url, pending, ...found }: z.infer<typeof foundRow>): WebhookStatus {
  const { team, endpoint_id, disabled_at, first_failure_at, failure_count, oldest_pending_at, counts } = found
  const last_error = requestErrorSentence(found.last_error_code, found.last_status)
  const { health, why } = endpointHealthOf(found, limitsOf(plan).hasDeveloperAccess)
  return {
    team,
    endpoint_id,
    host: new URL(url).host,
    health: is_suspended ? "suspended" : health,
    since: disabled_at ?? (failure_count > 0 ? first_failure_at : oldest_pending_at),
    pending,
    held: counts.held,
    oldest_pending_at,
    last_error,
    why: is_suspended ? suspendedWhy : why,
  }
}

export const suspendedWhy = "The team is suspended, so new events are held."
