/** Reads a report with its sections and widgets in one statement. */
import { z } from "zod"
import { Problem } from "@/domain/kernel/errors"
import { exampleId, id } from "@/domain/kernel/ids"
import { rows, sql } from "@/prisma/client"
import { exampleReport, report, reportColumns } from "./report"
import { widget } from "./widget"

export const reportLayout = z.object({
  ...report.shape,
  sections: z
    .array(
      z.object({
        id: id("section"),
        title: z.string().meta({ description: "The title of the section." }),
        position: z.int().meta({ description: "The position of the section in the report. Lower numbers come first." }),
        widgets: z.array(widget).meta({ description: "The widgets of the section, in their order." }),
      }),
    )
    .meta({ description: "The sections of the report, in their order." }),
})
export type ReportLayout = z.infer<typeof reportLayout>

/** Returns the report with this id in the team, or undefined. Sections and widgets are in their order. */
export async function findLayout(teamId: string, reportId: string): Promise<ReportLayout | undefined> {
  const [found] = await rows(
    reportLayout,
    sql`
      select ${reportColumns}, coalesce((
        select json_agg(json_build_object('id', s.id, 'title', s.title, 'position', s.position, 'widgets', coalesce((
            select json_agg(json_build_object('id', w.id, 'kind', w.kind, 'title', w.title, 'position', w.position,
              'query', w.query, 'options', w.options) order by w.position, w.id)
            from report_widget w where w.team_id = ${teamId} and w.section_id = s.id), '[]')) order by s.position)
        from report_section s where s.team_id = ${teamId} and s.report_id = r.id), '[]') as sections
      from report r where r.team_id = ${teamId} and r.id = ${reportId}`,
  )
  return found
}

/** Throws when the report is archived: archived reports have no live data. */
export function requireLiveData({ status, name }: ReportLayout) {
  if (status === "archived")
    throw new Problem("report_archived", `The report "${name}" is archived and has no live data. Restore it first.`)
}

export const exampleLayout: ReportLayout = {
  ...exampleReport,
  widgets_count: 1,
  sections: [
    {
      id: exampleId("section"),
      title: "Advertising",
      position: 1,
      widgets: [
        {
          id: exampleId("widget"),
          kind: "table",
          title: "Campaigns",
          position: 1,
          query: { metrics: ["ad_spend", "ad_roas"], dimensions: ["campaign"], filter: {}, limit: 10 },
          options: {},
        },
      ],
    },
  ],
}
