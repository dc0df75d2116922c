/** Counts the requests of one key, or of all keys of the team, by day and status class, for charts. */
import { z } from "zod"
import { calendarDate } from "@/domain/kernel/fields"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { rows, sql } from "@/prisma/client"
import { loggedSince, requestLogDays } from "./request-log"

const day = z.object({
  date: calendarDate(),
  "2xx": z.int(),
  "3xx": z.int(),
  "4xx": z.int(),
  "5xx": z.int(),
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
    const firstDay = new Date(Date.parse(today) - (requestLogDays - 1) * 86_400_000)
    const ofKey = key_id ? sql`and r.key_id = ${key_id}` : sql``
    const data = await rows(
      day,
      sql`
        select d.day::date as date, coalesce(counted."2xx", 0) as "2xx", coalesce(counted."3xx", 0) as "3xx",
          coalesce(counted."4xx", 0) as "4xx", coalesce(counted."5xx", 0) as "5xx"
        from generate_series(${firstDay}::timestamptz, ${today}::date, interval '1 day') as d(day)
        left join (
          select date_trunc('day', r.created_at, 'UTC') as day,
            count(*) filter (where r.status / 100 = 2)::int as "2xx", count(*) filter (where r.status / 100 = 3)::int as "3xx",
            count(*) filter (where r.status / 100 = 4)::int as "4xx", count(*) filter (where r.status / 100 = 5)::int as "5xx"
          from request_log_entry r where r.team_id = ${team.id} ${ofKey} and ${loggedSince(firstDay)}
          group by 1) counted on counted.day = d.day
        order by d.day`,
    )
    return { data }
  },
})
