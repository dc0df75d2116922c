/** Counts the team's API requests of the last 24 hours, by hour and outcome, for the chart and the state on Home. */
import { z } from "zod"
import { timestamp } from "@/domain/kernel/fields"
import { defineOperation } from "@/domain/kernel/operation"
import { loggedSince } from "@/domain/keys/request-log"
import { rows, sql } from "@/prisma/client"

const counts = {
  /** Requests with a 2xx or 3xx response. */
  succeeded: z.int(),
  /** Requests that the API refused (4xx). */
  refused: z.int(),
  /** Requests that ended with a server error (5xx). */
  failed: z.int(),
}

const hour = z.object({ from: timestamp(), ...counts })

const traffic = z.object({
  requests: z.int(),
  ...counts,
  /** The last 24 hours, oldest first. The last one ends now. */
  hours: z.array(hour),
})

export const getTraffic = defineOperation({
  id: "home.getTraffic",
  summary: "Count the API requests of the last 24 hours",
  description:
    "Returns the number of requests by hour and outcome, with the totals. The last of the 24 hours ends now.",
  audience: "team",
  kind: "query",
  input: z.strictObject({}),
  output: traffic,
  async handle({ team, now }) {
    // The last hour includes the current millisecond.
    const first = new Date(now().getTime() + 1 - 24 * hourMs)
    // The primary key of the log starts with the team and the key, so the statement reads each key of the team.
    const hours = await rows(
      hour,
      sql`
        with counted as (
          select date_bin('1 hour', r.created_at, ${first}::timestamptz) as hour,
            count(*) filter (where r.status < 400)::int as succeeded,
            count(*) filter (where r.status between 400 and 499)::int as refused,
            count(*) filter (where r.status >= 500)::int as failed
          from api_key k join request_log_entry r on r.team_id = ${team.id} and r.key_id = k.id and ${loggedSince(first)}
          where k.team_id = ${team.id}
          group by 1)
        select h.hour as "from", coalesce(c.succeeded, 0) as succeeded, coalesce(c.refused, 0) as refused,
          coalesce(c.failed, 0) as failed
        from generate_series(${first}::timestamptz, ${first}::timestamptz + interval '23 h', interval '1 h') as h(hour)
        left join counted c on c.hour = h.hour order by 1`,
    )
    const sum = (name: keyof typeof counts) => hours.reduce((total, hourCounts) => total + hourCounts[name], 0)
    const totals = { succeeded: sum("succeeded"), refused: sum("refused"), failed: sum("failed") }
    return { data: { requests: totals.succeeded + totals.refused + totals.failed, ...totals, hours } }
  },
})

const hourMs = 3_600_000
