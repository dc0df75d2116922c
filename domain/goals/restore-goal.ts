/** Restores an archived goal. Signals examine it again. */
import { z } from "zod"
import { recordAudit } from "@/domain/audit/record"
import { Problem } from "@/domain/kernel/errors"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { prisma } from "@/prisma/client"
import { goal } from "./goal"
import { lockGoal } from "./lock-goal"
import { filterHashOf, requireGoal, requireGoalCapacity, requireUniqueGoal } from "./settings"

export const restoreGoal = defineOperation({
  id: "clients.restoreGoal",
  summary: "Restore an archived goal",
  description: "The goal has the status again that it had before it was archived.",
  audience: "team",
  kind: "mutation",
  role: "member",
  input: z.strictObject({ goal_id: id("goal") }),
  output: goal,
  fails: ["already_exists", "plan_limit_reached", "state_conflict"],
  async handle(ctx, { goal_id }) {
    const team_id = ctx.team.id
    const now = ctx.now()
    const client_id = await prisma.$transaction(async (tx) => {
      const old = await lockGoal(tx, team_id, goal_id)
      const { client_id, metric, filter } = old
      if (old.status !== "archived") throw new Problem("state_conflict", "This goal is not archived.")
      await requireUniqueGoal(tx, { team_id, client_id, exceptId: goal_id }, old)
      await requireGoalCapacity(tx, { team_id, client_id })
      // Goals that were archived before this status was stored become active, and their status follows from the data.
      const status = old.restores_to ?? "active"
      await tx.goal.updateMany({
        where: { team_id, id: goal_id },
        data: { status, restores_to: null, filter_hash: filterHashOf(filter) },
      })
      const states = { before: { status: old.status }, after: { metric, client_id, status } }
      await recordAudit(ctx, { action: "goal.restored", subject_id: goal_id, ...states }, tx)
      return client_id
    })
    return { data: await requireGoal(team_id, client_id, goal_id, now) }
  },
})
