/** Removes a declared break of a client's metrics. */
import { z } from "zod"
import { recordAudit } from "@/domain/audit/record"
import { notFound } from "@/domain/kernel/errors"
import { exampleId, id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { breakKind } from "@/domain/metrics/breaks"
import { prisma } from "@/prisma/client"

export const removeBreak = defineOperation({
  id: "clients.removeBreak",
  summary: "Remove a break of a client's metrics",
  audience: "team",
  kind: "mutation",
  role: "member",
  input: z.strictObject({ client_id: id("client"), break_id: id("annotation") }),
  output: z.object({ id: id("annotation") }),
  example: { id: exampleId("annotation") },
  async handle(ctx, { client_id, break_id }) {
    const where = { team_id: ctx.team.id, client_id, id: break_id, kind: breakKind }
    await prisma.$transaction(async (tx) => {
      const found = await tx.annotation.findFirst({ where })
      if (!found) throw notFound("annotation")
      await tx.annotation.deleteMany({ where })
      const before = { date: found.date.toISOString().slice(0, 10), reason: found.text }
      await recordAudit(ctx, { action: "client.break_removed", subject_id: client_id, before }, tx)
    })
    return { data: { id: break_id } }
  },
})
