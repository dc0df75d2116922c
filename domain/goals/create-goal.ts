/** Sets a goal or a budget for a client. */
import { z } from "zod"
import { recordAudit } from "@/domain/audit/record"
import { lockClient, requireNotArchived } from "@/domain/clients/settings"
import { notFound } from "@/domain/kernel/errors"
import { id, newId } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { prisma } from "@/prisma/client"
import { goal } from "./goal"
import { checkGoal, filterHashOf, goalInput, requireGoal, requireGoalCapacity, requireUniqueGoal } from "./settings"

export const createGoal = defineOperation({
  id: "clients.createGoal",
  summary: "Set a goal for a client",
  description:
    "A goal is the target of a metric over a month, a quarter or other days. A goal for ad spend is a budget. Signals report goals that are met, off track or exceeded.",
  audience: "team",
  kind: "mutation",
  role: "member",
  input: z.strictObject({ client_id: id("client"), ...goalInput }),
  output: goal,
  fails: ["already_exists", "plan_limit_reached", "state_conflict"],
  async handle(ctx, { client_id, ...input }) {
    const team_id = ctx.team.id
    const now = ctx.now()
    const fields = checkGoal(input)
    const goalId = newId("goal", now.getTime())
    await prisma.$transaction(async (tx) => {
      const client = await lockClient(tx, team_id, client_id)
      if (!client) throw notFound("client")
      requireNotArchived(client)
      await requireUniqueGoal(tx, { team_id, client_id }, fields)
      await requireGoalCapacity(tx, { team_id, client_id })
      const { metric: metric_id, starts_on, ends_on, ...others } = fields
      const stored = { ...others, metric_id, starts_on: new Date(starts_on), ends_on: new Date(ends_on) }
      await tx.goal.create({
        data: { ...stored, created_at: now, id: goalId, team_id, client_id, filter_hash: filterHashOf(fields.filter) },
      })
      await recordAudit(ctx, { action: "goal.created", subject_id: goalId, after: { client_id, ...fields } }, tx)
    })
    return { data: await requireGoal(team_id, client_id, goalId, now) }
  },
})
