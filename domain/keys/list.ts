/** Lists the team's API keys, newest first. */
import { z } from "zod"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { listPage, pageInput } from "@/domain/kernel/page"
import { sql } from "@/prisma/client"
import { exampleKey, key, keyColumns, keySource, keyState, keyStates } from "./key"

export const listKeys = defineOperation({
  id: "keys.list",
  summary: "List API keys",
  audience: "team",
  kind: "query",
  input: z.strictObject({
    ...pageInput,
    state: z.array(z.enum(keyStates)).min(1).optional(),
    created_by: id("user").optional().meta({ description: "Only keys that this user created." }),
  }),
  output: z.array(key),
  example: [exampleKey],
  async handle({ team, now }, query) {
    const time = now()
    return listPage(
      {
        row: key,
        cursorScope: ["keys.list", team.id],
        columns: keyColumns(time),
        from: keySource,
        where: [
          sql`k.team_id = ${team.id}`,
          ...(query.created_by ? [sql`k.created_by = ${query.created_by}`] : []),
          ...(query.state ? [sql`${keyState(time)} = any(${query.state})`] : []),
        ],
        sort: { column: sql`k.created_at`, descending: true, type: "timestamptz" },
        idColumn: sql`k.id`,
      },
      query,
    )
  },
})
