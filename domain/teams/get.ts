/** Gets the team. */
import { z } from "zod"
import { defineOperation } from "@/domain/kernel/operation"
import { sql } from "@/prisma/client"
import { requireTeam, team } from "./team"

export const getTeam = defineOperation({
  id: "teams.get",
  summary: "Get the team",
  audience: "team",
  kind: "query",
  input: z.strictObject({}),
  output: team,
  async handle(ctx) {
    return { data: await requireTeam(sql`t.id = ${ctx.team.id}`) }
  },
})
