/**
 * Reports to operators why one delivery was not sent: its state, its endpoint, its team, and the sentence that its page
 * shows.
 */
import { z } from "zod"
import { deliveryColumns, deliverySource, delivery as publicDelivery } from "@/domain/deliveries/delivery"
import { loggedAttempt } from "@/domain/deliveries/logged-attempt"
import { unsentReason } from "@/domain/deliveries/unsent-reason"
import { timestamp } from "@/domain/kernel/fields"
import { limitsOf, planNames } from "@/domain/kernel/plans"
import { requestErrorSentence } from "@/domain/security/request-errors"
import { endpointHealthOf, type ThrottleCause } from "@/domain/webhooks/health"
import { webhookColumns, webhookRow, webhookSource } from "@/domain/webhooks/webhook"
import { acrossTeams, rows, sql } from "@/prisma/client"
import { suspendedWhy, type WebhookStatus } from "./webhook-status"

export type DeliveryStatus = {
  delivery_id: string
  event_type: string
  created_at: string
  state: string
  attempts: number
  next_attempt_at: string | null
  /** Message of the last failed attempt. */
  last_error: string | null
  endpoint_id: string
  /** The host of the URL, without its path, which may contain a secret. Null when the endpoint's row was deleted. */
  host: string | null
  endpoint_health: WebhookStatus["health"] | "deleted"
  /** The end of a throttle. */
  paused_until: string | null
  throttled_by: ThrottleCause
  /** The person who paused the endpoint until a user resumes it. */
  paused_by: string | null
  team: string
  plan: string
  team_is_suspended: boolean
  /** Null for a delivery that was sent or is in flight. */
  reason: string | null
}

const foundRow = publicDelivery.extend({
  team_id: z.string(),
  team: z.string(),
  plan: z.enum(planNames),
  is_suspended: z.boolean(),
  message: z.object({ expunged_at: timestamp().nullable() }).nullable(),
  attempts: z.array(loggedAttempt.pick({ state: true })),
})
type Found = z.infer<typeof foundRow>

const endpointRow = webhookRow.extend({ paused_by_person: z.string().nullable() })

/** Returns null when no team has this delivery. Across teams: an operator looks into the deliveries of all teams. */
export const deliveryStatus = (deliveryId: string): Promise<DeliveryStatus | null> =>
  acrossTeams(async () => {
    const [found] = await rows(foundRow, deliveryStatement(deliveryId))
    if (!found) return null
    const [endpoint] = await rows(endpointRow, endpointStatement(found))
    return statusOf(found, endpoint)
  })

const deliveryStatement = (deliveryId: string) => sql`
  select ${deliveryColumns}, d.team_id, t.slug as team, t.plan, t.is_suspended,
    case when m.id is not null then json_build_object('expunged_at', m.expunged_at) end as message,
    (select coalesce(json_agg(json_build_object('state', a.state)), '[]') from webhook_attempt a
      where a.team_id = d.team_id and a.delivery_id = d.id and a.number = d.last_attempt) as attempts
  from ${deliverySource} join team t on t.id = d.team_id
    left join webhook_message m on m.team_id = d.team_id and m.id = d.message_id
  where d.id = ${deliveryId}`

const endpointStatement = ({ team_id, endpoint }: Found) => sql`
  select ${webhookColumns}, case when e.state = 'paused_user' then (select a.actor_label from audit_entry a
    where a.team_id = e.team_id and a.subject_id = e.id and a.action = 'endpoint.paused'
    order by a.created_at desc, a.id desc limit 1) end as paused_by_person
  from ${webhookSource} where e.team_id = ${team_id} and e.id = ${endpoint.id} and e.deleted_at is null`

function statusOf(found: Found, endpoint: z.infer<typeof endpointRow> | undefined): DeliveryStatus {
  const { plan, is_suspended } = found
  const webhook = endpoint && {
    ...endpointHealthOf(endpoint, limitsOf(plan).hasDeveloperAccess),
    ...(is_suspended && { health: "suspended" as const, why: suspendedWhy }),
    event_types: endpoint.event_types,
    paused_until: endpoint.paused_until,
  }
  return {
    delivery_id: found.id,
    event_type: found.event_type,
    created_at: found.created_at,
    state: found.state,
    attempts: found.attempts_made,
    next_attempt_at: found.next_attempt_at,
    last_error: requestErrorSentence(found.last_error_code, found.last_status),
    endpoint_id: found.endpoint.id,
    host: found.endpoint.url === "" ? null : new URL(found.endpoint.url).host,
    endpoint_health: webhook?.health ?? "deleted",
    paused_until: endpoint?.is_throttled ? endpoint.paused_until : null,
    throttled_by: endpoint?.is_throttled ? endpoint.paused_by : null,
    paused_by: endpoint?.paused_by_person ?? null,
    team: found.team,
    plan,
    team_is_suspended: is_suspended,
    reason: unsentReason(found, webhook ?? null),
  }
}
