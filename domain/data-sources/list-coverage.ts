/**
 * Lists on which days data sources have no data.
 *
 * A day has data if at least one daily value of the source is stored for it, also if the value is zero. Values of weeks
 * and months do not count. A day without data is a day between the first and the last day of the source that has no
 * such value. Its values may be missing, or the file may have left out a day with zero. Syncs store the zeros of days
 * that the platform leaves out.
 */
import { z } from "zod"
import { notFound } from "@/domain/kernel/errors"
import { calendarDate, dateInput } from "@/domain/kernel/fields"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { addDays } from "@/domain/metrics/calendar"
import { rows, type Sql, sql } from "@/prisma/client"

const coverage = z
  .object({
    data_source_id: id("dataSource"),
    from: calendarDate()
      .nullable()
      .meta({ description: "The first requested day that is not before the first day of the source." }),
    to: calendarDate()
      .nullable()
      .meta({ description: "The last requested day that is not after the last day of the source." }),
    no_data_on: z.array(calendarDate()).meta({ description: "The days from `from` to `to` without data." }),
  })
  .meta({
    description: "`from` and `to` are `null` if none of the requested days is within the days of the source.",
  })

export const listCoverage = defineOperation({
  id: "dataSources.listCoverage",
  summary: "List the days without data",
  description: "Returns the days without data of up to 200 data sources, in the order of their IDs.",
  audience: "team",
  kind: "query",
  input: z.strictObject({
    data_source_id: z.array(id("dataSource")).max(200).meta({ description: "The data sources." }),
    to: dateInput("The last day."),
    days: z.int().min(1).max(400).meta({ description: "The number of days until `to`." }),
  }),
  output: z.array(coverage),
  async handle({ team }, { data_source_id, to, days }) {
    const data = await rows(coverage, coverageSql(team.id, data_source_id, { from: addDays(to, 1 - days), to }))
    if (data.length < new Set(data_source_id).size) throw notFound("data source")
    return { data }
  },
})

/**
 * Looks up each day of each source in the primary key of the facts, and stops at the first value. The cost depends on
 * the number of days, and not on the number of facts. The condition on the period only selects the partitions.
 */
const coverageSql = (teamId: string, sourceIds: string[], { from, to }: { from: string; to: string }): Sql => sql`
  select s.id as data_source_id, s.first::text as "from", s.last::text as "to",
    array(
      select (s.first + n)::text from generate_series(0, s.last - s.first) n
      where (
        select 1 from metric_fact f
        where f.team_id = ${teamId} and f.data_source_id = s.id and f.metric_id = any(s.metrics) and f.date = s.first + n
          and f.date between ${from}::date and ${to}::date and f.dimension_set not like '%@%'
        limit 1) is null
      order by n) as no_data_on
  from (
    select d.id, span.first, span.last, array(select jsonb_object_keys(d.breakdowns)) as metrics
    from data_source d left join lateral (
      select greatest(d.data_from, ${from}::date) as first, least(d.data_through, ${to}::date) as last
      where d.data_from <= ${to}::date and d.data_through >= ${from}::date) span on true
    where d.team_id = ${teamId} and d.id = any(${sourceIds})) s
  order by s.id`
