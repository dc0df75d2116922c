/** Sends a test event to a webhook endpoint, waits for the result, and returns the request and the response. */
import { setTimeout as sleep } from "node:timers/promises"
import { z } from "zod"
import { recordAudit } from "@/domain/audit/record"
import { makeAttempt } from "@/domain/deliveries/attempt"
import { claimDelivery } from "@/domain/deliveries/claim"
import { attemptColumns, loggedAttempt, loggedAttemptRow, toLoggedAttempt } from "@/domain/deliveries/logged-attempt"
import { publish } from "@/domain/events/publish"
import type { TeamContext } from "@/domain/kernel/context"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { requireDeveloperAccess } from "@/domain/kernel/plans"
import { chargeTest } from "@/domain/usage/quotas"
import { lockWebhook } from "@/domain/webhooks/lock-webhook"
import { requireWebhook } from "@/domain/webhooks/webhook"
import { type Prisma, prisma, rows, rowsIn, sql } from "@/prisma/client"

/** A request may take 15 s. The rest is time to record it. */
const maxWaitMs = 16_000

const result = z.object({
  event_id: id("message"),
  delivery_id: id("delivery"),
  request_body: z.string(),
  attempt: loggedAttempt
    .nullable()
    .meta({ description: "`null` if the attempt has not ended yet. The delivery shows its result later." }),
})

export const sendTest = defineOperation({
  id: "webhooks.sendTest",
  summary: "Send a test event to a webhook endpoint",
  description:
    "Sends a test.ping event to this endpoint immediately, even if it is paused. The request is sent once, without retries. The response arrives after the receiver has responded, at the latest after 15 seconds.",
  audience: "team",
  kind: "mutation",
  role: "admin",
  input: z.strictObject({ webhook_id: id("endpoint") }),
  output: result,
  fails: ["plan_required", "rate_limited"],
  async handle(ctx, { webhook_id }) {
    requireDeveloperAccess(ctx.team)
    await requireWebhook(ctx.team, webhook_id)
    // Before the transaction, because the counter can be in Postgres and then needs a connection of its own.
    await chargeTest(ctx.team.id, "webhook-test")
    const sent = await prisma.$transaction(async (tx) => {
      await lockWebhook(tx, ctx.team.id, webhook_id)
      await recordAudit(ctx, { action: "endpoint.tested", subject_id: webhook_id }, tx)
      return publishPing(tx, ctx, webhook_id)
    })
    const leased = await claimDelivery(ctx.team.id, sent.delivery_id)
    if (leased) await makeAttempt(leased)
    return { data: { ...sent, attempt: await waitForAttempt(ctx.team.id, sent.delivery_id) } }
  },
})

async function publishPing(tx: Prisma.TransactionClient, { team, actor }: TeamContext, endpointId: string) {
  const message = "This is a test event. If you can read it and its signature is valid, your endpoint works."
  const ping = { message, endpoint_id: endpointId, sent_by: actor.kind === "person" ? actor.name : null }
  const event = { team_id: team.id, type: "test.ping" as const, data: { ping }, is_test: true }
  const published = await publish(tx, { ...event, only_endpoint_id: endpointId })
  const [sent] = (await rowsIn(
    tx,
    pingRow,
    sql`
      update webhook_delivery d set state = 'pending', trigger = 'test', is_retried = false, next_attempt_at = now()
      from webhook_message m where m.id = d.message_id and m.team_id = d.team_id
        and d.team_id = ${team.id} and d.endpoint_id = ${endpointId} and d.message_id = ${published?.id ?? ""}
      returning m.id as event_id, d.id as delivery_id, m.body as request_body`,
  )) as [z.infer<typeof pingRow>]
  return sent
}

/**
 * Waits until the attempt is recorded, at most `maxWaitMs`. Returns null after that. Another process may have claimed
 * the delivery first.
 */
async function waitForAttempt(teamId: string, deliveryId: string) {
  const until = performance.now() + maxWaitMs
  for (;;) {
    const [found] = await rows(
      loggedAttemptRow,
      sql`select ${attemptColumns} from webhook_attempt a
        where a.team_id = ${teamId} and a.delivery_id = ${deliveryId} order by a.number desc limit 1`,
    )
    if (found) return toLoggedAttempt(found)
    if (performance.now() > until) return null
    await sleep(100)
  }
}

const pingRow = z.object({ event_id: z.string(), delivery_id: z.string(), request_body: z.string() })
