/** Resumes a webhook endpoint that was paused or disabled, and sends or skips its held events. */
import { z } from "zod"
import { recordAudit } from "@/domain/audit/record"
import { Problem } from "@/domain/kernel/errors"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { requireDeveloperAccess } from "@/domain/kernel/plans"
import { prisma, sql } from "@/prisma/client"
import { notifyDue } from "./endpoint-queue"
import { lockWebhook } from "./lock-webhook"
import { streakReset } from "./streak"
import { cancelHeld, cancelUnfinished, makeHeldDue } from "./unfinished-deliveries"
import { requireWebhook, webhook } from "./webhook"

export const resumeWebhook = defineOperation({
  id: "webhooks.resume",
  summary: "Resume a webhook endpoint",
  description:
    "Resets the endpoint's failure count. You can also resume an active endpoint that has held events, for example after the team was on the Free plan.",
  audience: "team",
  kind: "mutation",
  role: "admin",
  input: z.strictObject({
    webhook_id: id("endpoint"),
    held: z.enum(["send", "skip"]).meta({ description: "`send`: sends the held events now. `skip`: cancels them." }),
  }),
  output: z.object({ webhook, sent: z.int(), skipped: z.int() }),
  fails: ["plan_required", "state_conflict"],
  async handle(ctx, { webhook_id, held }) {
    requireDeveloperAccess(ctx.team)
    const endpoint = { teamId: ctx.team.id, endpointId: webhook_id }
    const before = await requireWebhook(ctx.team, webhook_id)
    if (before.state === "active" && before.counts.held === 0)
      throw new Problem(
        "state_conflict",
        "This webhook is active and has no held events, so there is nothing to resume.",
      )
    // An active endpoint can have pending deliveries, which are not skipped. If this call is interrupted, a second call
    // completes it.
    const cancelDeliveries = before.state === "active" ? cancelHeld : cancelUnfinished
    const skipped = held === "skip" ? await cancelDeliveries(endpoint) : 0
    // Held events become due before the endpoint becomes active, so that a new event cannot overtake them on a FIFO
    // endpoint.
    const sentBefore = held === "send" ? await makeHeldDue(endpoint) : 0
    await prisma.$transaction(async (tx) => {
      const { state } = await lockWebhook(tx, endpoint.teamId, webhook_id)
      await tx.$executeRaw(sql`update webhook_endpoint set state = 'active', disabled_at = null, disabled_reason = null,
        ${streakReset}, updated_at = now() where team_id = ${endpoint.teamId} and id = ${webhook_id}`)
      await tx.$executeRaw(notifyDue(webhook_id))
      const change = { before: { state }, after: { state: "active", held, count: before.counts.held } }
      await recordAudit(ctx, { action: "endpoint.enabled", subject_id: webhook_id, ...change }, tx)
    })
    // Events that arrived before the endpoint became active were held, too.
    const sentAfter = held === "send" ? await makeHeldDue(endpoint) : 0
    const sent = sentBefore + sentAfter
    return { data: { webhook: await requireWebhook(ctx.team, webhook_id), sent, skipped } }
  },
})
