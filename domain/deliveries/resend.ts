/** Resends a delivery for a user, even while its endpoint is paused. Fails while a request of it is in flight. */
import { z } from "zod"
import { recordAudit } from "@/domain/audit/record"
import { Problem } from "@/domain/kernel/errors"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { requireDeveloperAccess } from "@/domain/kernel/plans"
import { notifyDue } from "@/domain/webhooks/endpoint-queue"
import { type Prisma, prisma, rowsIn, sql } from "@/prisma/client"
import { makeAttempt } from "./attempt"
import { claimDelivery } from "./claim"
import { delivery, requireDelivery } from "./delivery"
import { requireContent } from "./message-content"
import { deliveryStates } from "./states"

export const resendDelivery = defineOperation({
  id: "deliveries.resend",
  summary: "Send a webhook delivery again",
  description:
    "Sends the same bytes with the same webhook-id and a new signature. A scheduled retry is replaced by this request. A finished delivery is reopened. If the endpoint is paused or disabled, the response contains the result of the request.",
  audience: "team",
  kind: "mutation",
  role: "admin",
  input: z.strictObject({
    delivery_id: id("delivery"),
    auto_retry: z.boolean().default(false).meta({
      description:
        "`true` to retry automatically if the request fails. Retries continue the schedule, or start it again if the delivery had finished.",
    }),
  }),
  output: delivery,
  fails: ["plan_required", "delivery_in_flight", "resource_purged", "state_conflict"],
  async handle(ctx, { delivery_id, auto_retry }) {
    requireDeveloperAccess(ctx.team)
    const before = await requireDelivery(ctx.team.id, delivery_id)
    if (before.endpoint.is_deleted)
      throw new Problem("state_conflict", "The webhook of this delivery was deleted, so it cannot be sent again.")
    const isQueued = await prisma.$transaction(async (tx) => {
      await requireContent(tx, ctx.team.id, before.message_id)
      const { state, is_queued_for_claim } = await reopen(tx, ctx.team.id, delivery_id, auto_retry)
      const after = { auto_retry, endpoint_id: before.endpoint.id, event_type: before.event_type }
      await recordAudit(ctx, { action: "delivery.resent", subject_id: delivery_id, before: { state }, after }, tx)
      return is_queued_for_claim
    })
    // While the endpoint is paused, disabled or throttled, the request is sent here, so that the response contains its
    // result.
    const leased = isQueued ? null : await claimDelivery(ctx.team.id, delivery_id)
    if (leased) await makeAttempt(leased)
    return { data: await requireDelivery(ctx.team.id, delivery_id) }
  },
})

const reopenedRow = z.object({
  state: z.enum(deliveryStates),
  endpoint_id: z.string(),
  is_queued_for_claim: z.boolean(),
})

/**
 * Locks the delivery and makes it due now. Throws `delivery_in_flight` if a process has leased it. Returns its earlier
 * state. `is_queued_for_claim`: the endpoint is active and not throttled, so a delivery loop sends the request.
 */
async function reopen(tx: Prisma.TransactionClient, teamId: string, deliveryId: string, isRetried: boolean) {
  const [found] = (await rowsIn(
    tx,
    reopenedRow,
    sql`
      select d.state, d.endpoint_id, e.state = 'active' and coalesce(e.paused_until <= now(), true) as is_queued_for_claim
      from webhook_delivery d join webhook_endpoint e on e.team_id = d.team_id and e.id = d.endpoint_id
      where d.team_id = ${teamId} and d.id = ${deliveryId} for update of d`,
  )) as [z.infer<typeof reopenedRow>]
  if (found.state === "leased")
    throw new Problem(
      "delivery_in_flight",
      "A request for this delivery is in flight. Wait until it ends, then check its result.",
    )
  await tx.$executeRaw(sql`
    update webhook_delivery set state = 'pending', trigger = 'manual', is_retried = ${isRetried}, next_attempt_at = now(),
      attempts = case when state in ('pending', 'held') then attempts else 0 end, ended_at = null, updated_at = now()
    where team_id = ${teamId} and id = ${deliveryId}`)
  await tx.$executeRaw(notifyDue(found.endpoint_id))
  return found
}
