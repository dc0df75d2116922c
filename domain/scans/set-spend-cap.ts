/** Sets the most that the team's scans may cost in a month, or removes the cap. */
import { z } from "zod"
import { recordAudit } from "@/domain/audit/record"
import { defineOperation } from "@/domain/kernel/operation"
import { prisma } from "@/prisma/client"
import { exampleSpend, spend, spendOf } from "./spend-cap"

export const setSpendCap = defineOperation({
  id: "scans.setSpendCap",
  summary: "Set the monthly spend cap",
  audience: "team",
  kind: "mutation",
  role: "admin",
  input: z.strictObject({ cap_usd: z.number().min(0).max(1_000_000).multipleOf(0.01).nullable() }),
  output: spend,
  example: exampleSpend,
  async handle(ctx, { cap_usd }) {
    await prisma.$transaction(async (tx) => {
      await tx.team.update({ where: { id: ctx.team.id }, data: { ai_spend_cap_usd: cap_usd } })
      await recordAudit(ctx, { action: "ai_visibility.spend_cap_set", subject_id: ctx.team.id, after: { cap_usd } }, tx)
    })
    return { data: await spendOf(ctx.team.id, ctx.now()) }
  },
})
