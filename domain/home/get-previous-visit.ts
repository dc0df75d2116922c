/** Returns when the signed-in member last opened Home during the previous visit. */
import { z } from "zod"
import { timestamp } from "@/domain/kernel/fields"
import { defineOperation } from "@/domain/kernel/operation"
import { rows, sql } from "@/prisma/client"
import { visitGapMinutes } from "./record-visit"

const previousVisit = z.object({
  visited_at: timestamp()
    .nullable()
    .meta({ description: "When the member last opened Home during the previous visit. `null` on the first visit." }),
})

export const getPreviousVisit = defineOperation({
  id: "home.getPreviousVisit",
  summary: "Get the time of your previous visit to Home",
  description: "Does not change during a visit, so items stay marked as new until the visit ends.",
  audience: "team",
  kind: "query",
  input: z.strictObject({}),
  output: previousVisit,
  async handle({ team, actor, now }) {
    if (actor.kind !== "person") return { data: { visited_at: null } }
    const [found] = await rows(
      previousVisit,
      // If the stored visit has ended, a new one starts now. `recordVisit` stores it after the page appears.
      sql`
        select case when ${now()}::timestamptz > home_seen_at + make_interval(mins => ${visitGapMinutes}::int)
          then home_seen_at else previous_home_visit_at end as visited_at
        from membership where team_id = ${team.id} and user_id = ${actor.id}`,
    )
    return { data: found ?? { visited_at: null } }
  },
})
