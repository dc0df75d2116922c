/** Deletes a signal rule. */
import { z } from "zod"
import { recordAudit } from "@/domain/audit/record"
import { notFound } from "@/domain/kernel/errors"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { prisma } from "@/prisma/client"

export const deleteSignalRule = defineOperation({
  id: "signalRules.delete",
  summary: "Delete a signal rule",
  description:
    "The type is then detected with the settings of the next broader rule, or with the defaults. Signals that the rule created stay.",
  audience: "team",
  kind: "mutation",
  role: "member",
  input: z.strictObject({ rule_id: id("signalRule") }),
  output: z.object({ id: id("signalRule") }),
  async handle(ctx, { rule_id }) {
    const team_id = ctx.team.id
    await prisma.$transaction(async (tx) => {
      const before = await tx.signalRule.findFirst({ where: { team_id, id: rule_id } })
      if (!before) throw notFound("signal rule")
      await tx.signalRule.deleteMany({ where: { team_id, id: rule_id } })
      const { name, type, client_id, project_id } = before
      const record = { subject_id: rule_id, before: { name, type, client_id, project_id } }
      await recordAudit(ctx, { action: "signal_rule.deleted", ...record }, tx)
    })
    return { data: { id: rule_id } }
  },
})
