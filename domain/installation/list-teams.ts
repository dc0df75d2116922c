/** Lists the teams of the installation, by name. */
import { z } from "zod"
import { defineOperation } from "@/domain/operation"
import { listPage, pageInput } from "@/domain/page"
import { sql } from "@/prisma/client"
import { exampleTeamSummary, type TeamSummary, teamSummary, teamSummaryColumns } from "./team-summary"

export const listTeams = defineOperation({
  id: "installation.listTeams",
  summary: "List the teams of the installation",
  audience: "operator",
  kind: "query",
  input: z.strictObject({
    ...pageInput,
    q: z.string().max(100).optional().meta({ description: "Part of a name, an address or an owner's e-mail address" }),
  }),
  output: z.array(teamSummary),
  example: [exampleTeamSummary],
  handle: ({ now }, query) =>
    listPage<TeamSummary>(
      {
        binding: ["installation.listTeams", "*"],
        columns: teamSummaryColumns(now()),
        from: sql`team t`,
        where: [query.q ? matches(query.q) : sql`true`],
        sort: { column: sql`t.name`, descending: false, type: "text" },
        idColumn: sql`t.id`,
      },
      query,
    ),
})

function matches(given: string) {
  const part = given.toLowerCase()
  return sql`(strpos(lower(t.name), ${part}) > 0 or strpos(t.slug, ${part}) > 0 or exists (
    select from membership m join "user" u on u.id = m.user_id
    where m.team_id = t.id and m.role = 'owner' and strpos(u.email, ${part}) > 0))`
}
