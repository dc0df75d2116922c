/** Lists the teams of the installation, by name. */
import { z } from "zod"
import { defineOperation } from "@/domain/kernel/operation"
import { listPage, pageInput } from "@/domain/kernel/page"
import { sql } from "@/prisma/client"
import { exampleTeamSummary, searchCondition, teamSummary, teamSummaryColumns } from "./team-summary"

export const listTeams = defineOperation({
  id: "installation.listTeams",
  summary: "List the teams of the installation",
  audience: "operator",
  kind: "query",
  input: z.strictObject({
    ...pageInput,
    q: z
      .string()
      .max(100)
      .optional()
      .meta({ description: "Only teams whose name, URL or owner's email address contains this text." }),
  }),
  output: z.array(teamSummary),
  example: [exampleTeamSummary],
  handle: ({ now }, query) =>
    listPage(
      {
        row: teamSummary,
        cursorScope: ["installation.listTeams", "*"],
        columns: teamSummaryColumns(now()),
        from: sql`team t`,
        where: [searchCondition(query.q)],
        sort: { column: sql`t.name`, descending: false, type: "text" },
        idColumn: sql`t.id`,
      },
      query,
    ),
})
