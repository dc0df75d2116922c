/** Lists the team's members, owners first. */
import { z } from "zod"
import { defineOperation } from "@/domain/kernel/operation"
import { roles } from "@/domain/kernel/roles"
import { rows, sql } from "@/prisma/client"
import { member } from "./member"

export const listMembers = defineOperation({
  id: "teams.listMembers",
  summary: "List the members of the team",
  audience: "team",
  kind: "query",
  input: z.strictObject({}),
  output: z.array(member),
  async handle({ team }) {
    const data = await rows(
      member,
      sql`
        select u.id as person_id, u.name, u.email, m.role, m.created_at as joined_at,
          (select max(s.last_used_at) from session s where s.user_id = u.id) as last_seen_at
        from membership m join "user" u on u.id = m.user_id where m.team_id = ${team.id}
        order by array_position(${[...roles]}::text[], m.role) desc, lower(u.name), u.id`,
    )
    return { data }
  },
})
