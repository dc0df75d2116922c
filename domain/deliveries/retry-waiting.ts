/** Makes all waiting deliveries of one webhook endpoint due now, except those of a running recovery. */
import { z } from "zod"
import { recordAudit } from "@/domain/audit/record"
import { Problem } from "@/domain/kernel/errors"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { requirePlan } from "@/domain/keys/authenticate"
import { lockWebhook } from "@/domain/webhooks/lock-webhook"
import { endWait } from "@/domain/webhooks/streak"
import { retryPending } from "@/domain/webhooks/waiting-deliveries"
import { exampleWebhook, requireWebhook, webhook } from "@/domain/webhooks/webhook"
import { prisma } from "@/prisma/client"

export const retryWaiting = defineOperation({
  id: "deliveries.retryWaiting",
  summary: "Retry now everything that waits for a webhook",
  description:
    "Deliveries that wait for a later time become due, and a wait that the receiver asked for with Retry-After ends. Their attempts count as those of the schedule. Limits on rate and order stay; after many failures one request goes first, and the others follow when it succeeds. Deliveries of a running recovery keep its pace.",
  audience: "team",
  kind: "mutation",
  role: "admin",
  input: z.strictObject({ webhook_id: id("endpoint") }),
  output: z.object({ webhook, retried: z.int().meta({ description: "Deliveries that were not due yet" }) }),
  example: { webhook: exampleWebhook, retried: 12 },
  fails: ["plan_required", "state_conflict"],
  async handle(ctx, { webhook_id }) {
    requirePlan(ctx.team)
    const team_id = ctx.team.id
    const { counts } = await requireWebhook(ctx.team, webhook_id)
    await prisma.$transaction(async (tx) => {
      const { state } = await lockWebhook(tx, team_id, webhook_id)
      if (state !== "active")
        throw new Problem(
          "state_conflict",
          "This webhook is paused or disabled. Resume it: you can then send what was held.",
        )
      await endWait(tx, team_id, webhook_id)
      const after = { waiting: counts.waiting }
      await recordAudit(ctx, { action: "endpoint.waiting_retried", subject_id: webhook_id, after }, tx)
    })
    const retried = await retryPending({ teamId: team_id, endpointId: webhook_id })
    return { data: { webhook: await requireWebhook(ctx.team, webhook_id), retried } }
  },
})
