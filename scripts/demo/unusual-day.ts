/** Finds the day in a team's last four weeks that deviates most from the same weekday in the eight weeks before it. */
import type { TeamFacts } from "@/domain/kernel/context"
import { catalogue } from "@/domain/metrics/catalogue"
import { inTeam, rows, sql } from "@/prisma/client"
import { UserError } from "../user-error"

/**
 * `days` is the number of earlier days on the same weekday. `expected` is their median, and `low` and `high` are their
 * minimum and maximum.
 */
export type UnusualDay = {
  client_id: string
  client_name: string
  external_id: string | null
  timezone: string
  data_source_id: string
  metric_id: string
  date: string
  value: number
  expected: number
  low: number
  high: number
  days: number
  baseline_from: string
  baseline_to: string
}

/** Metrics that are plain counts, so that their expected value is a count too. */
const countMetrics = catalogue
  .filter(({ aggregation, unit }) => aggregation === "sum" && unit === "count")
  .map(({ id }) => id)

export async function findUnusualDay(team: TeamFacts): Promise<UnusualDay> {
  const [found] = await inTeam(team.id, () => rows<UnusualDay>(statement(team.id)))
  if (found) return found
  throw new UserError(
    `${team.name} has no count metric with five weeks of data. Import one with: npm run import -- metrics <file> --client <name>`,
  )
}

/**
 * The deviation is the ratio of the value and the median, in either direction. Small numbers often double by chance, so
 * the median must be at least 30.
 */
const statement = (teamId: string) => sql`
  with fact as materialized (
    select client_id, data_source_id, metric_id, date, value from metric_fact
    where team_id = ${teamId} and dimension_set = '' and metric_id = any(${countMetrics}) and is_final
      and date > (select max(date) from metric_fact where team_id = ${teamId}) - 90),
  comparison as (
    select fact.client_id, fact.data_source_id, fact.metric_id, fact.date, fact.value, count(*) as days, min(earlier.date) as baseline_from, max(earlier.date) as baseline_to,
      percentile_cont(0.5) within group (order by earlier.value::float8) as expected, min(earlier.value) as low, max(earlier.value) as high
    from fact join fact earlier on (earlier.data_source_id, earlier.metric_id) = (fact.data_source_id, fact.metric_id) and earlier.date in (
      fact.date - 7, fact.date - 14, fact.date - 21, fact.date - 28, fact.date - 35, fact.date - 42, fact.date - 49, fact.date - 56)
    where fact.date > (select max(date) from fact) - 28
    group by 1, 2, 3, 4, 5)
  select d.*, c.name as client_name, c.external_id, coalesce(c.timezone, t.timezone) as timezone
  from comparison d join client c on c.id = d.client_id and c.team_id = ${teamId} join team t on t.id = c.team_id
  where d.days >= 4 and d.expected >= 30
  order by abs(ln((d.value + 1) / (d.expected + 1)::numeric)) desc, d.data_source_id, d.metric_id, d.date limit 1`
