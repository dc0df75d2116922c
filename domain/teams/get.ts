/** Gets the team. */
import { z } from "zod"
import { notFound } from "@/domain/kernel/errors"
import { defineOperation } from "@/domain/kernel/operation"
import { sql } from "@/prisma/client"
import { exampleTeam, findTeam, team } from "./team"

export const getTeam = defineOperation({
  id: "teams.get",
  summary: "Get the team",
  audience: "team",
  kind: "query",
  input: z.strictObject({}),
  output: team,
  example: exampleTeam,
  async handle(ctx) {
    const data = await findTeam(sql`t.id = ${ctx.team.id}`)
    if (!data) throw notFound("team")
    return { data }
  },
})
