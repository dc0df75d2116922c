/** The public shape of a delivery: one message for one endpoint, with its state and its next attempt. */
import { z } from "zod"
import { notFound } from "@/domain/kernel/errors"
import { timestamp } from "@/domain/kernel/fields"
import { id } from "@/domain/kernel/ids"
import { type RequestErrorCode, requestErrors } from "@/domain/security/request-errors"
import { rows, type Sql, sql } from "@/prisma/client"
import { deliveryStates } from "./states"

/**
 * Why an attempt is made. `auto`: the first attempt, or a scheduled retry. `manual`: a user resends. `recover`: a
 * recovery sends it. `test`: a test event. `probe`: the one request after a pause of the breaker (breaker.ts).
 */
export const triggers = ["auto", "manual", "recover", "test", "probe"] as const
/** A delivery that a user requested is sent even while its endpoint is paused, disabled or throttled. */
export const isUserRequested = (trigger: (typeof triggers)[number]) => trigger === "manual" || trigger === "test"

export const errorCode = z.enum(Object.keys(requestErrors) as [RequestErrorCode, ...RequestErrorCode[]])

export const delivery = z.object({
  id: id("delivery"),
  message_id: id("message"),
  event_type: z.string(),
  endpoint: z.object({ id: id("endpoint"), url: z.string(), description: z.string(), is_deleted: z.boolean() }),
  state: z.enum(deliveryStates).meta({
    description:
      "`pending`: the next attempt is due or scheduled. `leased`: a request is in flight. `held`: the delivery waits until someone resumes the webhook. The other states are final.",
  }),
  trigger: z.enum(triggers).meta({ description: "The reason for the next attempt." }),
  attempts_made: z.int().meta({
    description: "The number of attempts of any kind, including those that failed before a request.",
  }),
  attempts_counted: z.int().meta({ description: "The number of attempts that count against the retry schedule." }),
  is_retried: z.boolean().meta({ description: "`false` if the next attempt is not followed by automatic retries." }),
  is_replayed: z.boolean().meta({
    description:
      "`true` if a recovery sends an event that had no delivery to this endpoint before, for example because the endpoint did not exist yet.",
  }),
  recovery_id: z.string().nullable(),
  next_attempt_at: timestamp().nullable(),
  last_status: z.int().nullable(),
  last_error_code: errorCode.nullable(),
  created_at: timestamp(),
  updated_at: timestamp(),
  ended_at: timestamp().nullable(),
})
export type Delivery = z.infer<typeof delivery>

/**
 * Attempts have two counters. `attempts_made` (column `last_attempt`) counts all of them. It is also the number of the
 * last one, which the claim returns as `attempt_number`. `attempts_counted` (column `attempts`) counts those that count
 * against the retry schedule.
 */
export const deliveryColumns: Sql = sql`d.id, d.message_id, d.event_type, d.state, d.trigger, d.last_attempt as attempts_made,
  d.attempts as attempts_counted, d.is_retried, d.is_replayed, d.recovery_id, d.next_attempt_at, d.last_status, d.last_error_code,
  d.created_at, d.updated_at, d.ended_at, json_build_object('id', d.endpoint_id, 'url', coalesce(e.url, ''),
    'description', coalesce(e.description, ''), 'is_deleted', e.id is null or e.deleted_at is not null) as endpoint`

export const deliverySource = sql`webhook_delivery d left join webhook_endpoint e on e.id = d.endpoint_id`

/** Returns the team's delivery with this id. Throws `resource_not_found` if there is none. */
export async function requireDelivery(teamId: string, deliveryId: string): Promise<Delivery> {
  const [found] = await rows(
    delivery,
    sql`select ${deliveryColumns} from ${deliverySource} where d.team_id = ${teamId} and d.id = ${deliveryId}`,
  )
  if (!found) throw notFound("delivery")
  return found
}
