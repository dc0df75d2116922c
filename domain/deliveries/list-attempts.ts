/** Lists the attempts of a delivery, newest first: each request with its response. */
import { z } from "zod"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { listPage, pageInput } from "@/domain/kernel/page"
import { sql } from "@/prisma/client"
import { requireDelivery } from "./delivery"
import {
  attemptColumns,
  attemptSource,
  exampleAttempt,
  loggedAttempt,
  loggedAttemptRow,
  toLoggedAttempt,
} from "./logged-attempt"

export const listAttempts = defineOperation({
  id: "deliveries.listAttempts",
  summary: "List the attempts of a delivery",
  audience: "team",
  kind: "query",
  input: z.strictObject({ ...pageInput, delivery_id: id("delivery") }),
  output: z.array(loggedAttempt),
  example: [exampleAttempt],
  async handle({ team }, query) {
    await requireDelivery(team.id, query.delivery_id)
    const page = await listPage(
      {
        row: loggedAttemptRow,
        cursorScope: ["deliveries.listAttempts", team.id],
        columns: attemptColumns,
        from: attemptSource,
        where: [sql`a.team_id = ${team.id}`, sql`a.delivery_id = ${query.delivery_id}`],
        sort: { column: sql`a.number`, descending: true, type: "numeric" },
        idColumn: sql`a.id`,
      },
      query,
    )
    return { ...page, data: page.data.parse().map(toLoggedAttempt) }
  },
})
