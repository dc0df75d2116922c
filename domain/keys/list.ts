/** Lists the team's API keys. */
import { z } from "zod"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { listPage, nullsLast, pageInput, type Sort, sortInput } from "@/domain/kernel/page"
import { sql } from "@/prisma/client"
import { key, keyColumns, keySource, keyState, keyStates } from "./key"

const sorts = {
  "-created_at": { column: sql`k.created_at`, descending: true, type: "timestamptz" },
  created_at: { column: sql`k.created_at`, descending: false, type: "timestamptz" },
  name: { column: sql`lower(k.name)`, descending: false, type: "text" },
  "-name": { column: sql`lower(k.name)`, descending: true, type: "text" },
  last_used_at: nullsLast(sql`k.last_used_at`, false, "timestamptz"),
  "-last_used_at": nullsLast(sql`k.last_used_at`, true, "timestamptz"),
} satisfies Record<string, Sort>

export const listKeys = defineOperation({
  id: "keys.list",
  summary: "List API keys",
  audience: "team",
  kind: "query",
  input: z.strictObject({
    ...pageInput,
    state: z.array(z.enum(keyStates)).min(1).optional(),
    created_by: id("user").optional().meta({ description: "Only keys that this user created." }),
    sort: sortInput(sorts).default("-created_at"),
  }),
  output: z.array(key),
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
        sort: sorts[query.sort],
        idColumn: sql`k.id`,
      },
      query,
    )
  },
})
