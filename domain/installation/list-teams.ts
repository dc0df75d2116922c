/** Lists the teams of the installation. */
import { z } from "zod"
import { defineOperation } from "@/domain/kernel/operation"
import { listPage, pageInput, type Sort, sortInput } from "@/domain/kernel/page"
import { planNames } from "@/domain/kernel/plans"
import { sql } from "@/prisma/client"
import { membersCount, searchCondition, teamSummary, teamSummaryColumns } from "./team-summary"

const sorts = {
  name: { column: sql`t.name`, descending: false, type: "text" },
  "-name": { column: sql`t.name`, descending: true, type: "text" },
  members_n: { column: membersCount, descending: false, type: "bigint" },
  "-members_n": { column: membersCount, descending: true, type: "bigint" },
} satisfies Record<string, Sort>

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
    plan: z.enum(planNames).optional().meta({ description: "Only teams on this plan." }),
    is_suspended: z.boolean().optional().meta({ description: "Only teams that are suspended, or only the others." }),
    sort: sortInput(sorts).default("name"),
  }),
  output: z.array(teamSummary),
  handle: ({ now }, query) =>
    listPage(
      {
        row: teamSummary,
        cursorScope: ["installation.listTeams", "*"],
        columns: teamSummaryColumns(now()),
        from: sql`team t`,
        where: [
          searchCondition(query.q),
          ...(query.plan ? [sql`t.plan = ${query.plan}`] : []),
          ...(query.is_suspended === undefined ? [] : [sql`t.is_suspended = ${query.is_suspended}`]),
        ],
        sort: sorts[query.sort],
        idColumn: sql`t.id`,
      },
      query,
    ),
})
