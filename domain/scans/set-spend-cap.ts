/** Sets the most that the team's scans may cost in a month, or removes the cap. */
import { z } from "zod"
import { recordAudit } from "@/domain/audit/record"
import { defineOperation } from "@/domain/kernel/operation"
import { prisma, rowsIn, sql } from "@/prisma/client"
import { readSpend, spend } from "./spend-cap"

export const setSpendCap = defineOperation({
  id: "scans.setSpendCap",
  summary: "Set the monthly spend cap",
  audience: "team",
  kind: "mutation",
  role: "admin",
  input: z.strictObject({ cap_usd: z.number().min(0).max(1_000_000).multipleOf(0.01).nullable() }),
  output: spend,
  async handle(ctx, { cap_usd }) {
    await prisma.$transaction(async (tx) => {
      const [before] = await rowsIn(
        tx,
        capRow,
        sql`select ai_spend_cap_usd::float8 as cap_usd from team where id = ${ctx.team.id} for no key update`,
      )
      await tx.team.update({ where: { id: ctx.team.id }, data: { ai_spend_cap_usd: cap_usd } })
      const after = { cap_usd }
      await recordAudit(ctx, { action: "ai_visibility.spend_cap_set", subject_id: ctx.team.id, before, after }, tx)
    })
    return { data: await readSpend(ctx.team.id, ctx.now()) }
  },
})

const capRow = z.object({ cap_usd: z.number().nullable() })
