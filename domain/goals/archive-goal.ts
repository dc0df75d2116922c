/** Archives a goal. It stays readable, and signals no longer examine it. */
import { z } from "zod"
import { recordAudit } from "@/domain/audit/record"
import { Problem } from "@/domain/kernel/errors"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { prisma } from "@/prisma/client"
import { goal } from "./goal"
import { lockGoal } from "./lock-goal"
import { filterHashOf, requireGoal } from "./settings"

export const archiveGoal = defineOperation({
  id: "clients.archiveGoal",
  summary: "Archive a goal",
  description:
    "An archived goal cannot be changed until it is restored. A new goal can have the same metric, period and filter.",
  audience: "team",
  kind: "mutation",
  role: "member",
  input: z.strictObject({ goal_id: id("goal") }),
  output: goal,
  fails: ["state_conflict"],
  async handle(ctx, { goal_id }) {
    const team_id = ctx.team.id
    const now = ctx.now()
    const client_id = await prisma.$transaction(async (tx) => {
      const { client_id, metric, status, filter } = await lockGoal(tx, team_id, goal_id)
      if (status === "archived") throw new Problem("state_conflict", "This goal is already archived.")
      // The hash is part of a unique index. Adding the ID allows a new goal with the same metric, period and filter.
      const filter_hash = `${filterHashOf(filter)}:${goal_id}`
      await tx.goal.updateMany({
        where: { team_id, id: goal_id },
        data: { status: "archived", restores_to: status, filter_hash },
      })
      const states = { before: { status }, after: { metric, client_id, status: "archived" } }
      await recordAudit(ctx, { action: "goal.archived", subject_id: goal_id, ...states }, tx)
      return client_id
    })
    return { data: await requireGoal(team_id, client_id, goal_id, now) }
  },
})
