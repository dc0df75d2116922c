/** Creates another team and makes the signed-in user its owner. */
import { z } from "zod"
import { Problem } from "@/domain/kernel/errors"
import { defineOperation } from "@/domain/kernel/operation"
import { prisma, sql } from "@/prisma/client"
import { createTeamWithOwner, teamName } from "./create-team-with-owner"
import { exampleTeam, requireTeam, team } from "./team"

/** No user needs more teams. The limit stops scripts. */
const maxTeamsOwned = 20

export const createTeam = defineOperation({
  id: "teams.create",
  summary: "Create a team",
  audience: "person",
  kind: "mutation",
  input: z.strictObject({ name: teamName() }),
  output: team,
  example: exampleTeam,
  async handle(ctx, { name }) {
    const owned = await prisma.membership.count({ where: { user_id: ctx.actor.id, role: "owner" } })
    if (owned >= maxTeamsOwned)
      throw new Problem("plan_limit_reached", `You own ${owned} teams. You can own at most ${maxTeamsOwned}.`)
    const founded = await prisma.$transaction((tx) => createTeamWithOwner(tx, ctx, name))
    return { data: await requireTeam(sql`t.id = ${founded.id}`) }
  },
})
