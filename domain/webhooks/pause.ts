/** Pauses a webhook endpoint. Pending and new events are held until a user resumes it. */
import { z } from "zod"
import { recordAudit } from "@/domain/audit/record"
import { Problem } from "@/domain/kernel/errors"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { prisma, sql } from "@/prisma/client"
import { lockWebhook } from "./lock-webhook"
import { holdPending } from "./unfinished-deliveries"
import { requireWebhook, webhook } from "./webhook"

export const pauseWebhook = defineOperation({
  id: "webhooks.pause",
  summary: "Pause a webhook endpoint",
  description: "A request that is in flight finishes. Pausing a paused endpoint changes nothing.",
  audience: "team",
  kind: "mutation",
  role: "admin",
  input: z.strictObject({ webhook_id: id("endpoint") }),
  output: webhook,
  fails: ["state_conflict"],
  async handle(ctx, { webhook_id }) {
    const team_id = ctx.team.id
    await prisma.$transaction(async (tx) => {
      const { state } = await lockWebhook(tx, team_id, webhook_id)
      if (state === "paused_user") return
      if (state !== "active") throw new Problem("state_conflict", "This webhook is disabled, so nothing is sent to it.")
      await tx.$executeRaw(sql`update webhook_endpoint set state = 'paused_user', updated_at = now()
        where team_id = ${team_id} and id = ${webhook_id}`)
      const change = { before: { state }, after: { state: "paused_user" } }
      await recordAudit(ctx, { action: "endpoint.paused", subject_id: webhook_id, ...change }, tx)
    })
    await holdPending({ teamId: team_id, endpointId: webhook_id })
    return { data: await requireWebhook(ctx.team, webhook_id) }
  },
})
