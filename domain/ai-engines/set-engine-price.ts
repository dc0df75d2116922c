/** Sets what the team pays an engine from a day on. A price of the same engine, model and day is replaced. */
import { recordAudit } from "@/domain/audit/record"
import { defineOperation } from "@/domain/kernel/operation"
import { prisma, rowsIn, sql } from "@/prisma/client"
import { enginePrice, enginePriceKey, isPrice, priceColumns } from "./prices"

export const setEnginePrice = defineOperation({
  id: "aiVisibility.setEnginePrice",
  summary: "Set the price of an AI engine",
  audience: "team",
  kind: "mutation",
  role: "admin",
  input: enginePrice.strict().extend(enginePriceKey.shape),
  output: enginePrice,
  async handle(ctx, price) {
    const { engine_id, model, valid_from, ...amounts } = price
    const key = { team_id: ctx.team.id, engine_id, model, valid_from: new Date(valid_from) }
    await prisma.$transaction(async (tx) => {
      const [before] = await rowsIn(
        tx,
        enginePrice,
        sql`select ${priceColumns} from engine_price where ${isPrice(ctx.team.id, price)} for update`,
      )
      await tx.enginePrice.upsert({
        where: { team_id_engine_id_model_valid_from: key },
        create: { ...key, ...amounts, created_at: ctx.now() },
        update: amounts,
      })
      await recordAudit(ctx, { action: "ai_visibility.price_set", subject_id: engine_id, before, after: price }, tx)
    })
    return { data: price }
  },
})
