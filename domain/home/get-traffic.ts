/** Counts the team's API requests of the last 24 hours, for the state of the team on Home. */
import { z } from "zod"
import { defineOperation } from "@/domain/kernel/operation"
import { rows, sql } from "@/prisma/client"

const traffic = z.object({
  requests: z.int(),
  /** Requests that ended with an error of the server (5xx). */
  failed: z.int(),
})

export const getTraffic = defineOperation({
  id: "home.getTraffic",
  summary: "Count the API requests of the last 24 hours",
  description: "Returns the number of requests, and of those that failed.",
  audience: "team",
  kind: "query",
  input: z.strictObject({}),
  output: traffic,
  async handle({ team, now }) {
    const first = new Date(now().getTime() - 24 * hourMs)
    const [counted] = await rows(
      traffic,
      sql`
        select count(*)::int as requests, count(*) filter (where r.status >= 500)::int as failed
        from request_log_entry r where r.team_id = ${team.id} and r.created_at >= ${first}`,
    )
    return { data: counted ?? { requests: 0, failed: 0 } }
  },
})

const hourMs = 3_600_000
