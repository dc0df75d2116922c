/** Deletes an annotation of a client's metrics. */
import { z } from "zod"
import { recordAudit } from "@/domain/audit/record"
import { notFound } from "@/domain/kernel/errors"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { prisma } from "@/prisma/client"
import { lockClient, requireNotArchived } from "./settings"

export const deleteAnnotation = defineOperation({
  id: "clients.deleteAnnotation",
  summary: "Delete an annotation of a client's metrics",
  audience: "team",
  kind: "mutation",
  role: "member",
  input: z.strictObject({ client_id: id("client"), annotation_id: id("annotation") }),
  output: z.object({ id: id("annotation") }),
  fails: ["state_conflict"],
  async handle(ctx, { client_id, annotation_id }) {
    const team_id = ctx.team.id
    const where = { team_id, client_id, id: annotation_id }
    await prisma.$transaction(async (tx) => {
      const client = await lockClient(tx, team_id, client_id)
      const found = await tx.annotation.findFirst({ where })
      if (!client || !found) throw notFound("annotation")
      requireNotArchived(client)
      await tx.annotation.deleteMany({ where })
      const { date, kind, text, provider, metric_id: metric } = found
      const before = { name: client.name, date: date.toISOString().slice(0, 10), kind, text, provider, metric }
      await recordAudit(ctx, { action: "client.annotation_deleted", subject_id: client_id, before }, tx)
    })
    return { data: { id: annotation_id } }
  },
})
