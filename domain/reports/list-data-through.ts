/** Lists how far the data of each report's client reaches. */
import { z } from "zod"
import { calendarDate } from "@/domain/kernel/fields"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { dataThrough } from "@/domain/metrics/freshness"
import { source } from "@/domain/metrics/query-context"
import { rows, sql } from "@/prisma/client"

const reportDataThrough = z.object({
  report_id: id("report"),
  data_through: calendarDate().nullable().meta({
    description: "The last day that all data sources of the client have reached. `null` without data.",
  }),
})

const sourcesOfReport = z.object({
  report_id: z.string(),
  sources: z.array(source.pick({ status: true, sync_frequency: true, data_through: true })),
})

export const listDataThrough = defineOperation({
  id: "reports.listDataThrough",
  summary: "List how far the data of reports reaches",
  description: "Returns the last day with data of each report's client.",
  audience: "team",
  kind: "query",
  input: z.strictObject({
    report_id: z.array(id("report")).max(200).optional().meta({ description: "Only these reports." }),
  }),
  output: z.array(reportDataThrough),
  async handle({ team }, { report_id }) {
    const found = await rows(
      sourcesOfReport,
      sql`
        select r.id as report_id, coalesce(json_agg(json_build_object('status', d.status, 'sync_frequency', d.sync_frequency,
          'data_through', d.data_through)) filter (where d.id is not null), '[]') as sources
        from report r left join data_source d on d.team_id = r.team_id and d.client_id = r.client_id
        where r.team_id = ${team.id} and (${report_id ?? null}::text[] is null or r.id = any(${report_id ?? null}))
        group by r.id order by r.id`,
    )
    return { data: found.map(({ report_id, sources }) => ({ report_id, data_through: dataThrough(sources) })) }
  },
})
