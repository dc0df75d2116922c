/** Creates another team and makes the signed-in user its owner. */
import { z } from "zod"
import { Problem } from "@/domain/kernel/errors"
import { defineOperation } from "@/domain/kernel/operation"
import { type Prisma, prisma, sql } from "@/prisma/client"
import { createTeamWithOwner, teamName } from "./create-team-with-owner"
import { requireTeam, team } from "./team"

/** No user needs more teams. The limit stops scripts. */
const maxTeamsOwned = 20

export const createTeam = defineOperation({
  id: "teams.create",
  summary: "Create a team",
  audience: "person",
  kind: "mutation",
  input: z.strictObject({ name: teamName() }),
  output: team,
  async handle(ctx, { name }) {
    const founded = await prisma.$transaction(async (tx) => {
      await requireCapacity(tx, ctx.actor.id)
      return createTeamWithOwner(tx, ctx, name)
    })
    return { data: await requireTeam(sql`t.id = ${founded.id}`) }
  },
})

/** Throws at the limit. Locks the user, so that concurrent requests cannot exceed the limit together. */
async function requireCapacity(tx: Prisma.TransactionClient, userId: string) {
  await tx.$executeRaw(sql`select id from "user" where id = ${userId} for update`)
  const owned = await tx.membership.count({ where: { user_id: userId, role: "owner" } })
  if (owned >= maxTeamsOwned)
    throw new Problem("plan_limit_reached", `You own ${owned} teams. You can own at most ${maxTeamsOwned}.`)
}
