/** Finds the day in a team's last four weeks that deviates most from the same weekday in the eight weeks before it. */
import type { TeamFacts } from "@/domain/kernel/context"
import { catalogue } from "@/domain/metrics/catalogue"
import { inTeam, rows, sql } from "@/prisma/client"
import { UserError } from "../user-error"

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
const counts = catalogue.filter((m) => m.aggregation === "sum" && m.unit === "count").map((m) => m.id)

export async function findUnusualDay(team: TeamFacts): Promise<UnusualDay> {
  const [found] = await inTeam(team.id, () => rows<UnusualDay>(statement(team.id)))
  if (found) return found
  throw new UserError(
    `${team.name} has no count metric with five weeks of data. Import one with: npm run import -- metrics <file> --client <name>`,
  )
}

const statement = (teamId: string) => sql`
  with f as materialized (
    select client_id, data_source_id, metric_id, date, value from metric_fact
    where team_id = ${teamId} and dimension_set = '' and metric_id = any(${counts}) and is_final
      and date > (select max(date) from metric_fact where team_id = ${teamId}) - 90),
  judged as (
    select f.client_id, f.data_source_id, f.metric_id, f.date, f.value, count(*) as days, min(p.date) as baseline_from, max(p.date) as baseline_to,
      percentile_cont(0.5) within group (order by p.value::float8) as expected, min(p.value) as low, max(p.value) as high
    from f join f p on (p.data_source_id, p.metric_id) = (f.data_source_id, f.metric_id) and p.date in (
      f.date - 7, f.date - 14, f.date - 21, f.date - 28, f.date - 35, f.date - 42, f.date - 49, f.date - 56)
    where f.date > (select max(date) from f) - 28
    group by 1, 2, 3, 4, 5)
  select j.*, c.name as client_name, c.external_id, coalesce(c.timezone, t.timezone) as timezone
  from judged j join client c on c.id = j.client_id and c.team_id = ${teamId} join team t on t.id = c.team_id
  where j.days >= 4 and j.expected >= 30
  order by abs(ln((j.value + 1) / (j.expected + 1)::numeric)) desc, j.data_source_id, j.metric_id, j.date limit 1`
