/** Counts the team's API requests of the last 24 hours, by hour, for the chart on Home. */
import { z } from "zod"
import { timestamp } from "@/domain/kernel/fields"
import { defineOperation } from "@/domain/kernel/operation"
import { rows, sql } from "@/prisma/client"

const hour = z.object({
  from: timestamp(),
  requests: z.int(),
  /** Requests that ended with an error of the server (5xx). */
  failed: z.int(),
})
const slowest = z.object({ route: z.string(), p95_ms: z.number() })

export const getTraffic = defineOperation({
  id: "home.getTraffic",
  summary: "Count the API requests of the last 24 hours",
  description: "Returns 24 hours, the current one last, and the slowest route with at least 20 requests.",
  audience: "team",
  kind: "query",
  input: z.strictObject({}),
  output: z.object({ hours: z.array(hour), slowest: slowest.nullable() }),
  async handle({ team, now }) {
    const firstHour = new Date(now().getTime() - 23 * hourMs)
    firstHour.setUTCMinutes(0, 0, 0)
    const ofTeam = sql`r.team_id = ${team.id} and r.created_at >= ${firstHour}`
    const [hours, [slow]] = await Promise.all([
      rows(
        hour,
        sql`
          select h.from, count(r.id)::int as requests, count(r.id) filter (where r.status >= 500)::int as failed
          from generate_series(${firstHour}::timestamptz, ${now()}::timestamptz, interval '1 hour') as h("from")
          left join request_log_entry r on ${ofTeam} and date_bin('1 hour', r.created_at, ${firstHour}) = h.from
          group by h.from order by h.from`,
      ),
      rows(
        slowest,
        sql`
          select r.route, percentile_cont(0.95) within group (order by r.duration_ms) as p95_ms
          from request_log_entry r where ${ofTeam} group by r.route having count(*) >= ${minRequestsPerRoute} order by p95_ms desc limit 1`,
      ),
    ])
    return { data: { hours, slowest: slow ?? null } }
  },
})

const hourMs = 3_600_000
/** Routes with fewer requests are not ranked, because their 95th percentile says little. */
const minRequestsPerRoute = 20
