/** Changes a goal. Fields that are left out stay unchanged. The metric and the filter of a goal never change. */
import { z } from "zod"
import { changedStates, recordAudit } from "@/domain/audit/record"
import { Problem } from "@/domain/kernel/errors"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { prisma } from "@/prisma/client"
import { goal } from "./goal"
import { lockGoal } from "./lock-goal"
import { checkGoal, goalInput, requireGoal, requireUniqueGoal } from "./settings"

const { period, starts_on, ends_on, target, comparator } = goalInput

export const updateGoal = defineOperation({
  id: "clients.updateGoal",
  summary: "Change a goal",
  description:
    "Changes the target or the period. The goal becomes active again, and its status follows from the data. An archived goal cannot be changed.",
  audience: "team",
  kind: "mutation",
  role: "member",
  input: z
    .strictObject({ period, starts_on, ends_on, target, comparator })
    .partial()
    .extend({ goal_id: id("goal") }),
  output: goal,
  fails: ["already_exists", "state_conflict"],
  async handle(ctx, { goal_id, ...change }) {
    const team_id = ctx.team.id
    const now = ctx.now()
    const client_id = await prisma.$transaction(async (tx) => {
      const old = await lockGoal(tx, team_id, goal_id)
      if (old.status === "archived")
        throw new Problem("state_conflict", "This goal is archived. Restore it before you change it.")
      const isMoved = change.period !== undefined || change.starts_on !== undefined
      const { client_id, status: _status, restores_to: _restoresTo, id: _id, ...fields } = old
      // The end of a month follows from its start, so a moved goal does not keep its old end.
      const after = checkGoal({ ...fields, ends_on: isMoved ? undefined : fields.ends_on, ...change })
      await requireUniqueGoal(tx, { team_id, client_id, exceptId: goal_id }, after)
      const { metric: _metric, filter: _filter, ...others } = after
      const dates = { starts_on: new Date(after.starts_on), ends_on: new Date(after.ends_on) }
      await tx.goal.updateMany({
        where: { team_id, id: goal_id },
        data: { ...others, ...dates, status: "active" },
      })
      const states = changedStates({ metric: old.metric, client_id }, old, change)
      await recordAudit(ctx, { action: "goal.updated", subject_id: goal_id, ...states }, tx)
      return client_id
    })
    return { data: await requireGoal(team_id, client_id, goal_id, now) }
  },
})
