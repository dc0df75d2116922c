/** Gets one delivery with its message, its attempts and their responses, and its planned retries. */
import { z } from "zod"
import type { Truncation } from "@/domain/kernel/envelope"
import { timestamp } from "@/domain/kernel/fields"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { retryProfiles } from "@/domain/webhooks/settings"
import { rows, sql } from "@/prisma/client"
import { type Delivery, delivery, isUserRequested, requireDelivery } from "./delivery"
import { attemptColumns, attemptSource, loggedAttempt, loggedAttemptRow, toLoggedAttempt } from "./logged-attempt"
import { delaysSeconds } from "./retry-schedule"

const shownAttempts = 50

const messageShape = z.object({
  id: id("message"),
  api_version: z.string(),
  seq: z.int(),
  is_test: z.boolean(),
  occurred_at: timestamp(),
  bytes: z.int(),
  body: z
    .string()
    .nullable()
    .meta({ description: "The body that every attempt sends, byte for byte. `null` after the content was deleted." }),
  expunged_at: timestamp().nullable(),
})

const deliveryWithAttempts = z.object({
  ...delivery.shape,
  message: messageShape.nullable().meta({ description: "`null` after the retention period." }),
  attempts: z.array(loggedAttempt).meta({ description: "The attempts, newest first." }),
  schedule: z.array(z.object({ attempt: z.int(), at: timestamp() })).meta({
    description:
      "The schedule of the remaining attempts, if all of them fail. `attempt` counts like `attempts_counted`.",
  }),
})

export const getDelivery = defineOperation({
  id: "deliveries.get",
  summary: "Get a webhook delivery",
  audience: "team",
  kind: "query",
  input: z.strictObject({ delivery_id: id("delivery") }),
  output: deliveryWithAttempts,
  async handle({ team }, { delivery_id }) {
    const found = await requireDelivery(team.id, delivery_id)
    const [message, attempts, endpoint] = await Promise.all([
      messageOf(team.id, found),
      attemptsOf(team.id, found),
      endpointOf(team.id, found),
    ])
    const data = { ...found, message, attempts, schedule: endpoint ? remainingSchedule(found, endpoint) : [] }
    return { data, truncation: omittedAttempts(found, attempts.length) }
  },
})

async function messageOf(teamId: string, { message_id }: Delivery) {
  const [found] = await rows(
    messageShape,
    sql`
      select id, api_version, seq, is_test, occurred_at, bytes, expunged_at, case when expunged_at is null then body end as body
      from webhook_message where team_id = ${teamId} and id = ${message_id}`,
  )
  return found ?? null
}

async function attemptsOf(teamId: string, { id: deliveryId }: Delivery) {
  const found = await rows(
    loggedAttemptRow,
    sql`select ${attemptColumns} from ${attemptSource}
      where a.team_id = ${teamId} and a.delivery_id = ${deliveryId} order by a.number desc limit ${shownAttempts}`,
  )
  return found.map(toLoggedAttempt)
}

async function endpointOf(teamId: string, { endpoint }: Delivery): Promise<Endpoint | undefined> {
  const [found] = await rows(
    endpointRow,
    sql`select retry_profile, paused_until from webhook_endpoint where team_id = ${teamId} and id = ${endpoint.id}`,
  )
  return found
}

const endpointRow = z.object({ retry_profile: z.enum(retryProfiles), paused_until: timestamp().nullable() })
type Endpoint = z.infer<typeof endpointRow>

/** Reports how many attempts were left out. Manual resends and errors on our side can add more than are shown. */
function omittedAttempts({ attempts_made }: Delivery, shown: number): Truncation | null {
  if (shown < shownAttempts || attempts_made <= shown) return null
  return { reason: "row_limit", limit: shownAttempts, omitted: attempts_made - shown, scope: "data.attempts" }
}

type ScheduledAttempt = { attempt: number; at: string }

/**
 * The planned attempts, if every attempt from now on fails. Jitter and a receiver's Retry-After may delay them.
 * `attempt` numbers only attempts that count against the schedule.
 */
function remainingSchedule(delivery: Delivery, { retry_profile, paused_until }: Endpoint): ScheduledAttempt[] {
  const { state, trigger, next_attempt_at, attempts_counted, is_retried } = delivery
  if (state !== "pending" || !next_attempt_at) return []
  const isThrottled = paused_until !== null && !isUserRequested(trigger)
  let at = Math.max(Date.parse(next_attempt_at), isThrottled ? Date.parse(paused_until) : 0)
  const later = is_retried ? delaysSeconds(retry_profile).slice(attempts_counted + 1) : []
  return [0, ...later].map((delay, i) => {
    at += delay * 1_000
    return { attempt: attempts_counted + 1 + i, at: new Date(at).toISOString() }
  })
}
