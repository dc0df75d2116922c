/**
 * Returns one line per client for the line diagram on Home: days with data, signals, number of goals and AI visibility.
 */
import { z } from "zod"
import { calendarDate } from "@/domain/kernel/fields"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { addDays, dayIn } from "@/domain/metrics/calendar"
import { metricOf } from "@/domain/metrics/catalogue"
import { mainMetrics } from "@/domain/metrics/main-metrics"
import { severities, signalStatuses } from "@/domain/signals/signal"
import { latestMetrics, latestMetricsOf } from "@/domain/visibility/latest-metrics"
import { rows, type Sql, sql } from "@/prisma/client"

/** A signal on the day that it is about. */
const mark = z.object({
  id: id("signal"),
  title: z.string(),
  severity: z.enum(severities),
  status: z.enum(signalStatuses),
  date: calendarDate(),
})

const clientRow = z.object({
  id: id("client"),
  name: z.string(),
  /** The signals of the days, oldest first. Without dismissed ones. */
  signals: z.array(mark),
  /** The number of goals whose period contains today. */
  goals_n: z.int(),
  /** The active project with the newest scan. `latest` is the result of your brand. */
  project: z.object({ id: z.string(), own_brand_id: z.string(), latest: latestMetrics }).nullable(),
  clients_total: z.int(),
})

const line = clientRow.omit({ clients_total: true }).extend({
  /**
   * The name of the client's main metric, the days that have a value of it, and those of its signals, on which it was
   * unusual. Null if it has none.
   */
  metric: z
    .object({ label: z.string(), days: z.array(calendarDate()), unusual_days: z.array(calendarDate()) })
    .nullable(),
})

const diagram = z.object({
  from: calendarDate(),
  /** Today in the team's time zone. */
  to: calendarDate(),
  /** The active clients with the most severe open signals, then by name. */
  lines: z.array(line),
  clients_total: z.int(),
})

const days = 21
const maxLines = 12

export const listClientLines = defineOperation({
  id: "home.listClientLines",
  summary: "Read the line diagram",
  description:
    "Returns the last 21 days of up to twelve active clients, those with the most severe open signals first.",
  audience: "team",
  kind: "query",
  input: z.strictObject({}),
  output: diagram,
  async handle({ team, now }) {
    const to = dayIn(team.timezone, now())
    const span = { from: addDays(to, 1 - days), to }
    const clients = await rows(clientRow, clientsSql(team.id, span))
    const metrics = await readMetrics(
      team.id,
      clients.map((client) => client.id),
      span,
    )
    const lines = clients.map(({ clients_total, ...client }) => ({ ...client, metric: metrics.get(client.id) ?? null }))
    return { data: { ...span, lines, clients_total: clients[0]?.clients_total ?? 0 } }
  },
})

type Span = { from: string; to: string }

const clientsSql = (teamId: string, span: Span): Sql => sql`
  select c.id, c.name, ${marksOf(teamId, span)} as signals, ${goalsOf(teamId, span.to)} as goals_n,
    ${projectOf(teamId)} as project, c.clients_total
  from (
    select c.id, c.name, count(*) over ()::int as clients_total, coalesce(worst.severity_rank, 0) as severity_rank
    from client c left join (
      select client_id, max(array_position(${[...severities]}::text[], severity)) as severity_rank
      from signal where team_id = ${teamId} and status = 'open' group by client_id) worst on worst.client_id = c.id
    where c.team_id = ${teamId} and c.status = 'active'
    order by severity_rank desc, c.name, c.id limit ${maxLines}) c
  order by c.severity_rank desc, c.name, c.id`

const marksOf = (teamId: string, { from, to }: Span) => sql`coalesce((
  select json_agg(json_build_object('id', s.id, 'title', s.title, 'severity', s.severity, 'status', s.status, 'date', s.period_to)
    order by s.period_to, s.id)
  from signal s where s.team_id = ${teamId} and s.client_id = c.id and s.status <> 'dismissed'
    and s.period_to between ${from}::date and ${to}::date), '[]')`

const goalsOf = (teamId: string, today: string) => sql`(
  select count(*)::int from goal g where g.team_id = ${teamId} and g.client_id = c.id and g.status = 'active'
    and ${today}::date between g.starts_on and g.ends_on)`

const projectOf = (teamId: string) => sql`(
  select json_build_object('id', p.id, 'own_brand_id', p.own_brand_id, 'latest', p.latest) from (
    select p.id, b.id as own_brand_id, ${latestMetricsOf(teamId, sql`p.id`, sql`b.id`)} as latest
    from ai_project p join ai_brand b on b.team_id = ${teamId} and b.project_id = p.id and b.kind = 'own'
    where p.team_id = ${teamId} and p.client_id = c.id and p.status = 'active') p
  where p.latest is not null order by p.latest ->> 'finished_at' desc, p.id limit 1)`

const metricDays = z.object({
  client_id: z.string(),
  metric: z.enum(mainMetrics),
  days: z.array(calendarDate()),
  unusual_days: z.array(calendarDate()),
})

/**
 * Returns the days of each client's main metric, by the client's id. Reads only the first stored breakdown of each data
 * source. This is the daily total (""), which every data source stores for each day that has a value.
 */
async function readMetrics(teamId: string, clientIds: string[], { from, to }: Span) {
  const found = await rows(
    metricDays,
    sql`
      select distinct on (d.client_id) d.client_id, m.id as metric, json_agg(distinct f.date order by f.date) as days,
        ${unusualDaysOf(teamId, { from, to })} as unusual_days
      from data_source d cross join unnest(${[...mainMetrics]}::text[]) with ordinality m(id, position)
        join metric_fact f on f.team_id = ${teamId} and f.client_id = d.client_id and f.data_source_id = d.id
          and f.metric_id = m.id and f.dimension_set = d.breakdowns -> m.id ->> 0 and f.date between ${from}::date and ${to}::date
      where d.team_id = ${teamId} and d.client_id = any(${clientIds})
      group by d.client_id, m.id, m.position order by d.client_id, m.position`,
  )
  return new Map(found.map(({ client_id, metric, ...line }) => [client_id, { label: metricOf(metric).label, ...line }]))
}

/** Signals about single days on which a metric lies outside of its expected range. */
const unusualTypes = ["metric_anomaly", "search_traffic_drop"]

const unusualDaysOf = (teamId: string, { from, to }: Span) => sql`coalesce((
  select json_agg(distinct day::date order by day::date)
  from signal s cross join generate_series(greatest(s.period_from, ${from}::date), least(s.period_to, ${to}::date), '1 day') day
  where s.team_id = ${teamId} and s.client_id = d.client_id and s.type = any(${unusualTypes}) and s.status <> 'dismissed'
    and s.subject ->> 'metric_id' = m.id), '[]')`
