/** Counts the requests of one key, or of all keys of the team, by day and status class, for charts. */
import { z } from "zod"
import { calendarDate } from "@/domain/kernel/fields"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { rows, sql } from "@/prisma/client"
import { requestLogDays } from "./request-log"

const day = z.object({
  date: calendarDate(),
  "2xx": z.int(),
  "3xx": z.int(),
  "4xx": z.int(),
  "5xx": z.int(),
  p95_ms: z.number().nullable(),
})

export const getKeyUsage = defineOperation({
  id: "keys.getUsage",
  summary: "Get the number of requests by day and status class",
  description: "Returns the last 30 days (UTC), including days without requests.",
  audience: "team",
  kind: "query",
  input: z.strictObject({ key_id: id("key").optional() }),
  output: z.array(day),
  async handle({ team, now }, { key_id }) {
    const today = now().toISOString().slice(0, 10)
    const ofKey = key_id ? sql`and r.key_id = ${key_id}` : sql``
    const data = await rows(
      day,
      sql`
        select d.day::date as date,
          count(*) filter (where r.status / 100 = 2)::int as "2xx", count(*) filter (where r.status / 100 = 3)::int as "3xx",
          count(*) filter (where r.status / 100 = 4)::int as "4xx", count(*) filter (where r.status / 100 = 5)::int as "5xx",
          percentile_cont(0.95) within group (order by r.duration_ms) as p95_ms
        from generate_series(${today}::date - ${requestLogDays - 1}::int, ${today}::date, interval '1 day') as d(day)
        left join request_log_entry r on r.team_id = ${team.id} ${ofKey} and r.created_at >= d.day and r.created_at < d.day + interval '1 day'
        group by d.day order by d.day`,
    )
    return { data }
  },
})
