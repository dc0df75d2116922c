/** Finds the day in a team's last four weeks that deviates most from the same weekday in the eight weeks before it. */
import { z } from "zod"
import type { TeamFacts } from "@/domain/kernel/context"
import { catalogue } from "@/domain/metrics/catalogue"
import { inTeam, rows, sql } from "@/prisma/client"
import { UserError } from "../user-error"

const unusualDay = z.object({
  client_id: z.string(),
  client_name: z.string(),
  external_id: z.string().nullable(),
  timezone: z.string(),
  data_source_id: z.string(),
  metric_id: z.string(),
  date: z.string(),
  value: z.number(),
  /** The median of the compared days: earlier days on the same weekday. */
  expected: z.number(),
  /** The minimum and maximum of the compared days. */
  low: z.number(),
  high: z.number(),
  /** The number of compared days. */
  days: z.int(),
  /** The first and last compared day. */
  baseline_from: z.string(),
  baseline_to: z.string(),
})
export type UnusualDay = z.infer<typeof unusualDay>

const searchedDays = 28
const comparedWeeks = 8
const minComparedDays = 4
/** Small numbers often double by chance. */
const minMedian = 30

/** Sums of counts, because the demo compares whole numbers. */
const countMetrics = catalogue
  .filter(({ aggregation, unit }) => aggregation === "sum" && unit === "count")
  .map(({ id }) => id)

export async function findUnusualDay(team: TeamFacts): Promise<UnusualDay> {
  const [found] = await inTeam(team.id, () => rows(unusualDay, statement(team.id)))
  if (found) return found
  throw new UserError(
    `${team.name} has no count metric with five weeks of data and a median of at least ${minMedian} a day. Import one with: npm run import -- metrics <file> --client <name>`,
  )
}

/**
 * The deviation is the ratio of the value and the median, in either direction. Both are increased by 1, so that the
 * value can be 0.
 */
const statement = (teamId: string) => sql`
  with fact as materialized (
    select client_id, data_source_id, metric_id, date, value from metric_fact
    where team_id = ${teamId} and dimension_set = '' and metric_id = any(${countMetrics}) and is_final
      and date > (select max(date) from metric_fact where team_id = ${teamId}) - ${searchedDays + 7 * comparedWeeks}::int),
  comparison as (
    select fact.client_id, fact.data_source_id, fact.metric_id, fact.date, fact.value, count(*) as days,
      percentile_cont(0.5) within group (order by earlier.value::float8) as expected,
      min(earlier.value) as low, max(earlier.value) as high,
      min(earlier.date) as baseline_from, max(earlier.date) as baseline_to
    from fact join fact earlier on (earlier.data_source_id, earlier.metric_id) = (fact.data_source_id, fact.metric_id)
      and earlier.date in (select fact.date - 7 * week from generate_series(1, ${comparedWeeks}::int) week)
    where fact.date > (select max(date) from fact) - ${searchedDays}::int
    group by 1, 2, 3, 4, 5)
  select d.*, c.name as client_name, c.external_id, coalesce(c.timezone, t.timezone) as timezone
  from comparison d join client c on c.id = d.client_id and c.team_id = ${teamId} join team t on t.id = c.team_id
  where d.days >= ${minComparedDays}::int and d.expected >= ${minMedian}::int
  order by abs(ln((d.value + 1) / (d.expected + 1)::numeric)) desc, d.data_source_id, d.metric_id, d.date limit 1`
