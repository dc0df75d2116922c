/** Makes all scheduled deliveries of one webhook endpoint due now, except those of a running recovery. */
import { z } from "zod"
import { recordAudit } from "@/domain/audit/record"
import { Problem } from "@/domain/kernel/errors"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { requireDeveloperAccess } from "@/domain/kernel/plans"
import { lockWebhook } from "@/domain/webhooks/lock-webhook"
import { endThrottle } from "@/domain/webhooks/streak"
import { retryPending } from "@/domain/webhooks/unfinished-deliveries"
import { requireWebhook, webhook } from "@/domain/webhooks/webhook"
import { prisma } from "@/prisma/client"

export const retryNow = defineOperation({
  id: "deliveries.retryNow",
  summary: "Retry all scheduled deliveries of a webhook now",
  description:
    "Scheduled deliveries become due immediately, and a pause that the receiver requested with Retry-After ends. The attempts count in the retry schedule. Limits on rate and order still apply. If most recent requests failed, one request is sent first, and the others follow when it succeeds. Deliveries of a running recovery keep their pace.",
  audience: "team",
  kind: "mutation",
  role: "admin",
  input: z.strictObject({ webhook_id: id("endpoint") }),
  output: z.object({
    webhook,
    retried: z.int().meta({
      description:
        "The number of deliveries whose next attempt was moved to now. Deliveries that were already due are not counted.",
    }),
  }),
  fails: ["plan_required", "state_conflict"],
  async handle(ctx, { webhook_id }) {
    requireDeveloperAccess(ctx.team)
    const team_id = ctx.team.id
    const { counts } = await requireWebhook(ctx.team, webhook_id)
    await prisma.$transaction(async (tx) => {
      const { state } = await lockWebhook(tx, team_id, webhook_id)
      if (state !== "active")
        throw new Problem("state_conflict", "This webhook is paused or disabled. Resume it to send the held events.")
      await endThrottle(tx, team_id, webhook_id)
      // The names in the audit log stay, because its older entries have them.
      const after = { waiting: counts.scheduled }
      await recordAudit(ctx, { action: "endpoint.waiting_retried", subject_id: webhook_id, after }, tx)
    })
    const retried = await retryPending({ teamId: team_id, endpointId: webhook_id })
    return { data: { webhook: await requireWebhook(ctx.team, webhook_id), retried } }
  },
})
