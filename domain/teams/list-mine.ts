/** Lists the teams of the signed-in user. */
import { z } from "zod"
import { defineOperation } from "@/domain/kernel/operation"
import { rows, sql } from "@/prisma/client"
import { teamOfPerson } from "./team"

export const listMyTeams = defineOperation({
  id: "teams.listMine",
  summary: "List your teams",
  audience: "person",
  kind: "query",
  input: z.strictObject({}),
  output: z.array(teamOfPerson),
  async handle({ actor }) {
    const data = await rows(
      teamOfPerson,
      sql`
        select t.id, t.name, t.slug, t.plan, t.is_sample, m.role from membership m join team t on t.id = m.team_id
        where m.user_id = ${actor.id} order by lower(t.name), t.id`,
    )
    return { data }
  },
})
