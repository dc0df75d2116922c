/** Deletes a webhook endpoint, erases its secrets and cancels its unfinished deliveries. */
import { z } from "zod"
import { recordAudit } from "@/domain/audit/record"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { prisma, sql } from "@/prisma/client"
import { lockWebhook } from "./lock-webhook"
import { clearSigningMaterial } from "./signing-material"
import { cancelUnfinished } from "./unfinished-deliveries"

export const deleteWebhook = defineOperation({
  id: "webhooks.delete",
  summary: "Delete a webhook endpoint",
  description: "A request that is in flight finishes. The delivery log is kept until its retention period ends.",
  audience: "team",
  kind: "mutation",
  role: "admin",
  input: z.strictObject({ webhook_id: id("endpoint") }),
  output: z.object({
    id: id("endpoint"),
    cancelled: z.int().meta({ description: "The number of pending and held deliveries that were canceled." }),
  }),
  async handle(ctx, { webhook_id }) {
    const team_id = ctx.team.id
    await prisma.$transaction(async (tx) => {
      const { url, event_types, description } = await lockWebhook(tx, team_id, webhook_id)
      await tx.$executeRaw(sql`update webhook_endpoint set state = 'deleted', deleted_at = now(), updated_at = now(),
        headers_sealed = null, header_names = '{}' where team_id = ${team_id} and id = ${webhook_id}`)
      await tx.webhookSecret.deleteMany({ where: { team_id, endpoint_id: webhook_id } })
      const before = { url, event_types, description }
      await recordAudit(ctx, { action: "endpoint.deleted", subject_id: webhook_id, before }, tx)
    })
    clearSigningMaterial()
    const cancelled = await cancelUnfinished({ teamId: team_id, endpointId: webhook_id })
    return { data: { id: webhook_id, cancelled } }
  },
})
