/** What is counted of attempts: how many, with which outcome, and how long they took. */
import { z } from "zod"
import { sql } from "@/prisma/client"

const ms = z.number().nullable().meta({ description: "Of requests that had an answer; null when there were none" })

export const attemptFigures = z.object({
  attempts: z.int(),
  succeeded: z.int(),
  failed: z.int().meta({ description: "Also those whose outcome is not known" }),
  by_status: z.object({ "2xx": z.int(), "3xx": z.int(), "4xx": z.int(), "5xx": z.int(), none: z.int() }),
  p50_ms: ms,
  p95_ms: ms,
})

/** Of `webhook_attempt a`, where a left join may have found none. */
export const figureColumns = sql`count(a.id)::int as attempts, count(a.id) filter (where a.state = 'succeeded')::int as succeeded,
  count(a.id) filter (where a.state <> 'succeeded')::int as failed,
  json_build_object('2xx', count(*) filter (where a.status / 100 = 2), '3xx', count(*) filter (where a.status / 100 = 3),
    '4xx', count(*) filter (where a.status / 100 = 4), '5xx', count(*) filter (where a.status / 100 = 5),
    'none', count(a.id) filter (where a.status is null)) as by_status,
  percentile_cont(0.5) within group (order by a.total_ms) filter (where a.status is not null) as p50_ms,
  percentile_cont(0.95) within group (order by a.total_ms) filter (where a.status is not null) as p95_ms`

export const emptyFigures = {
  attempts: 0,
  succeeded: 0,
  failed: 0,
  by_status: { "2xx": 0, "3xx": 0, "4xx": 0, "5xx": 0, none: 0 },
  p50_ms: null,
  p95_ms: null,
}
