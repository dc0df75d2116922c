/** Lists the goals of a client with their progress. */
import { z } from "zod"
import { notFound } from "@/domain/kernel/errors"
import { dateInput } from "@/domain/kernel/fields"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { createdInput, dateConditions, listPage, pageInput } from "@/domain/kernel/page"
import { loadQueryContext } from "@/domain/metrics/query-context"
import { sql } from "@/prisma/client"
import { exampleGoal, goal, goalColumns, goalStatuses, storedGoal } from "./goal"
import { withProgress } from "./progress"

export const listGoals = defineOperation({
  id: "clients.listGoals",
  summary: "List a client's goals",
  description:
    "Returns the goals and budgets of a client, newest first, with the value so far, the pace and a forecast. Archived goals are excluded unless `status` includes them.",
  audience: "team",
  kind: "query",
  scope: "metrics:read",
  rest: { path: "/clients/{client_id}/goals", tag: "Clients" },
  input: z.strictObject({
    ...pageInput,
    client_id: id("client"),
    status: z
      .array(z.enum(goalStatuses))
      .min(1)
      .default(["active", "met", "missed"])
      .meta({ description: "Only goals with one of these statuses. Default: all except archived goals." }),
    active_on: dateInput("Only goals whose period contains this day.").optional(),
    ...createdInput,
  }),
  output: z.array(goal),
  example: [exampleGoal],
  async handle({ team, now }, query) {
    const { client_id, status, active_on } = query
    const context = await loadQueryContext(team.id, client_id)
    if (!context) throw notFound("client")
    const page = await listPage(
      {
        row: storedGoal,
        cursorScope: ["clients.listGoals", team.id],
        columns: goalColumns,
        from: sql`goal g`,
        where: [
          sql`g.team_id = ${team.id}`,
          sql`g.client_id = ${client_id}`,
          sql`g.status = any(${status})`,
          ...(active_on ? [sql`${active_on}::date between g.starts_on and g.ends_on`] : []),
          ...dateConditions(query, sql`g`),
        ],
        sort: { column: sql`g.created_at`, descending: true, type: "timestamptz" },
        idColumn: sql`g.id`,
      },
      query,
    )
    return { ...page, data: await withProgress(context, page.data.parse(), now()) }
  },
})
