/** Deletes a price, for example one that was set by mistake. Stored costs do not change. */
import { recordAudit } from "@/domain/audit/record"
import { Problem } from "@/domain/kernel/errors"
import { defineOperation } from "@/domain/kernel/operation"
import { prisma, rowsIn, sql } from "@/prisma/client"
import { enginePrice, enginePriceKey, isPrice, priceColumns } from "./prices"

export const deleteEnginePrice = defineOperation({
  id: "aiVisibility.deleteEnginePrice",
  summary: "Delete a price of an AI engine",
  description:
    "Costs that are already recorded do not change. Later requests use the price that applies without the deleted one. Without such a price, their cost is not known. Returns the deleted price.",
  audience: "team",
  kind: "mutation",
  role: "admin",
  input: enginePriceKey,
  output: enginePrice,
  async handle(ctx, key) {
    const data = await prisma.$transaction(async (tx) => {
      const [deleted] = await rowsIn(
        tx,
        enginePrice,
        sql`delete from engine_price where ${isPrice(ctx.team.id, key)} returning ${priceColumns}`,
      )
      if (!deleted)
        throw new Problem("resource_not_found", "Your team has no price of this engine and model from this day on.")
      await recordAudit(ctx, { action: "ai_visibility.price_deleted", subject_id: key.engine_id, before: deleted }, tx)
      return deleted
    })
    return { data }
  },
})
