/** Lists what the team pays its engines. */
import { z } from "zod"
import { defineOperation } from "@/domain/kernel/operation"
import { enginePrice, pricesOf } from "./prices"

export const listEnginePrices = defineOperation({
  id: "aiVisibility.listEnginePrices",
  summary: "List the prices of AI engines",
  audience: "team",
  kind: "query",
  role: "member",
  input: z.strictObject({}),
  output: z.array(enginePrice),
  handle: async ({ team }) => ({ data: await pricesOf(team.id) }),
})
