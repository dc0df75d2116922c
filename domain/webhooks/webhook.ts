/** The public shape of a webhook endpoint: its settings, health and counts. Contains no secrets. */
import { z } from "zod"
import type { TeamFacts } from "@/domain/kernel/context"
import { notFound } from "@/domain/kernel/errors"
import { createdAt, timestamp, updatedAt } from "@/domain/kernel/fields"
import { id } from "@/domain/kernel/ids"
import { limitsOf } from "@/domain/kernel/plans"
import { rows, sql } from "@/prisma/client"
import { endpointHealthOf, healthStates, throttleCauses } from "./health"
import { retryProfiles } from "./settings"

/** Stored states, without `deleted`: a deleted endpoint is not shown. */
export const webhookStates = ["active", "paused_user", "disabled_auto", "disabled_gone"] as const

const secretShown = z.object({
  version: z.int(),
  created_at: createdAt(),
  expires_at: timestamp()
    .nullable()
    .meta({ description: "The time when the secret stops signing after a rotation. `null` if it was not rotated." }),
})

export const webhook = z.object({
  id: id("endpoint"),
  url: z.string(),
  description: z.string(),
  event_types: z.array(z.string()),
  state: z.enum(webhookStates),
  health: z.enum(healthStates),
  why: z.string().meta({ description: "The reason for `health`, as a sentence." }),
  retry_profile: z.enum(retryProfiles),
  max_per_second: z.int().nullable(),
  is_fifo: z.boolean(),
  signs_ed25519: z.boolean(),
  header_names: z
    .array(z.string())
    .meta({ description: "The names of the custom headers. Their values are not returned." }),
  api_version: z.string(),
  counts: z.object({
    pending: z.int(),
    in_flight: z.int(),
    held: z.int(),
    scheduled: z.int().meta({
      description:
        "The number of pending deliveries that are scheduled for a later time. Until `paused_until`, all pending deliveries.",
    }),
  }),
  secrets: z.array(secretShown).meta({ description: "The active signing secrets, newest first." }),
  failure_count: z.int().meta({ description: "The number of failed attempts since the last success." }),
  first_failure_at: timestamp().nullable(),
  last_failure_at: timestamp().nullable(),
  last_success_at: timestamp().nullable(),
  paused_until: timestamp().nullable(),
  disabled_at: timestamp().nullable(),
  disabled_reason: z.string().nullable(),
  created_at: createdAt(),
  updated_at: updatedAt(),
  created_by: z.object({ id: z.string(), name: z.string(), is_member: z.boolean() }).nullable(),
})
export type Webhook = z.infer<typeof webhook>

/** A row from Postgres. `toWebhook` converts it to the public shape. */
export const webhookRow = webhook.omit({ health: true, why: true }).extend({
  is_throttled: z.boolean(),
  breaker_openings: z.int(),
  paused_by: z.enum(throttleCauses).nullable(),
  last_error_code: z.string().nullable(),
  last_status: z.int().nullable(),
})

export const toWebhook = (row: z.infer<typeof webhookRow>, team: TeamFacts): Webhook => ({
  ...row,
  ...endpointHealthOf(row, limitsOf(team.plan).hasDeveloperAccess),
})

// The phases are literals in the text, not parameters: only then can Postgres use the partial indexes.
export const webhookColumns = sql`e.id, e.url, e.description, e.event_types, e.state, e.retry_profile, e.max_per_second, e.is_fifo,
  e.signs_ed25519, e.header_names, e.api_version, e.failure_count, e.first_failure_at, e.last_failure_at, e.last_success_at,
  e.paused_until, e.paused_by, e.breaker_openings, e.disabled_at, e.disabled_reason, e.created_at, e.updated_at,
  coalesce(e.paused_until > now(), false) as is_throttled,
  (select json_build_object('pending', count(*) filter (where d.state = 'pending'), 'in_flight', count(*) filter (where d.state = 'leased'),
      'scheduled', count(*) filter (where d.state = 'pending' and (d.next_attempt_at > now() or e.paused_until > now())),
      'held', (select count(*) from webhook_delivery d where d.team_id = e.team_id and d.endpoint_id = e.id and d.phase = 'held'))
    from webhook_delivery d where d.team_id = e.team_id and d.endpoint_id = e.id and d.phase = 'open') as counts,
  (select coalesce(json_agg(json_build_object('version', s.version, 'created_at', s.created_at, 'expires_at', s.expires_at)
      order by s.version desc), '[]') from webhook_secret s
    where s.team_id = e.team_id and s.endpoint_id = e.id and (s.expires_at is null or s.expires_at > now())) as secrets,
  last_failure.error_code as last_error_code, last_failure.status as last_status,
  case when e.created_by is not null then json_build_object('id', e.created_by, 'name', coalesce(u.name, 'Someone who left'),
    'is_member', m.user_id is not null) end as created_by`

/**
 * The last attempt of endpoint `e` since its last success that counts as a failure of its receiver. `first_failure_at`
 * is the time when the first failure was recorded. The limit of `started_at` is for the index: no attempt takes an hour.
 */
export const lastFailure = sql`(select a.error_code, a.status from webhook_attempt a
  where a.team_id = e.team_id and a.endpoint_id = e.id and a.state = 'failed' and a.trigger <> 'test'
    and coalesce(a.error_code, '') not in ('internal', 'aborted') and e.failure_count > 0 and a.ended_at >= e.first_failure_at
    and a.started_at >= e.first_failure_at - interval '1 hour' order by a.started_at desc limit 1)`

export const webhookSource = sql`webhook_endpoint e left join "user" u on u.id = e.created_by
  left join membership m on m.user_id = e.created_by and m.team_id = e.team_id
  left join lateral ${lastFailure} last_failure on true`

/** Returns the team's endpoint with this id. Throws `resource_not_found` if there is none or it is deleted. */
export async function requireWebhook(team: TeamFacts, webhookId: string): Promise<Webhook> {
  const [found] = await rows(
    webhookRow,
    sql`select ${webhookColumns} from ${webhookSource}
      where e.team_id = ${team.id} and e.id = ${webhookId} and e.deleted_at is null`,
  )
  if (!found) throw notFound("webhook")
  return toWebhook(found, team)
}
