/** Lists recoveries, newest first. */
import { z } from "zod"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { listPage, pageInput } from "@/domain/kernel/page"
import { sql } from "@/prisma/client"
import { recovery, recoveryColumns, recoverySource } from "./recovery"

export const listRecoveries = defineOperation({
  id: "recoveries.list",
  summary: "List recoveries of webhooks",
  audience: "team",
  kind: "query",
  input: z.strictObject({ ...pageInput, webhook_id: id("endpoint").optional() }),
  output: z.array(recovery),
  async handle({ team }, query) {
    const { webhook_id } = query
    return listPage(
      {
        row: recovery,
        cursorScope: ["recoveries.list", team.id],
        columns: recoveryColumns,
        from: recoverySource,
        where: [sql`r.team_id = ${team.id}`, ...(webhook_id ? [sql`r.endpoint_id = ${webhook_id}`] : [])],
        sort: { column: sql`r.created_at`, descending: true, type: "timestamptz" },
        idColumn: sql`r.id`,
      },
      query,
    )
  },
})
