/** Lists the clients, reports and AI-visibility projects that changed last. MCP clients offer them as resources. */
import { z } from "zod"
import { timestamp } from "@/domain/kernel/fields"
import { defineOperation } from "@/domain/kernel/operation"
import { rows, sql } from "@/prisma/client"

const maxRecords = 20

const recentRecord = z.object({
  id: z.string(),
  type: z.enum(["client", "report", "project"]),
  title: z.string(),
  updated_at: timestamp(),
})

export const listRecent = defineOperation({
  id: "search.listRecent",
  summary: "List the records that changed last",
  description: `Returns the ${maxRecords} clients, reports and AI-visibility projects that changed last, newest first.`,
  audience: "team",
  kind: "query",
  // Not a tool: they are part of the list of MCP resources.
  resources: [],
  input: z.strictObject({}),
  output: z.array(recentRecord),
  handle: async ({ team }) => ({
    data: await rows(
      recentRecord,
      sql`select * from (
        (select id, 'client' as type, name as title, updated_at from client
          where team_id = ${team.id} order by updated_at desc, id limit ${maxRecords})
        union all (select id, 'report', name, updated_at from report
          where team_id = ${team.id} order by updated_at desc, id limit ${maxRecords})
        union all (select id, 'project', name, updated_at from ai_project
          where team_id = ${team.id} order by updated_at desc, id limit ${maxRecords})
      ) record order by updated_at desc, id limit ${maxRecords}`,
    ),
  }),
})
