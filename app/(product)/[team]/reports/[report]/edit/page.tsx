/** Page of the report editor. */
import type { Metadata } from "next"
import { PageHead } from "@/components/frame/page-head"
import { ReportEditor } from "@/components/report-editor/report-editor"
import { reportColumn } from "@/components/reports/document-classes"
import { ReportState } from "@/components/reports/report-state"
import { WidgetContent } from "@/components/reports/widget"
import { WrittenCommentary } from "@/components/reports/written-commentary"
import { requireTeamMember } from "@/server/visit"
import { findReport } from "../find-report"
import { readLiveReport } from "../read-live-report"
import { readChoices } from "./read-choices"

type Props = { params: Promise<{ team: string; report: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { team, report } = await params
  return { title: `Edit ${(await findReport(team, report)).name}` }
}

export default async function EditReportPage({ params }: Props) {
  const { team: slug, report: report_id } = await params
  const { api, team } = await requireTeamMember(slug)
  const report = await findReport(slug, report_id)
  const path = `/${team.slug}/reports/${report.id}`
  const [{ data: client }, choices, { data, meta }] = await Promise.all([
    api.clients.get({ client_id: report.client_id }),
    readChoices(api, report),
    readLiveReport(api, report_id, { range: report.default_range }),
  ])
  const place = { days: meta.period, comparison: meta.comparison, team: `/${team.slug}` }
  return (
    <article className={reportColumn}>
      <PageHead
        isDocument
        crumbs={[
          { name: "Reports", href: `/${team.slug}/reports` },
          { name: client.name, href: `/${team.slug}/clients/${client.id}` },
          { name: report.name, href: path },
        ]}
        title={report.name}
        mark={<ReportState status={report.status} />}
      >
        {report.description}
      </PageHead>
      <ReportEditor
        key={report.id}
        report={report}
        path={path}
        choices={choices}
        preview={{ ...place, periodInput: meta.period ? { from: meta.period.from, to: meta.period.to } : {} }}
        rendered={Object.fromEntries(
          data.widgets.map((widget) => [widget.id, <WidgetContent key={widget.id} widget={widget} {...place} />]),
        )}
        commentary={Object.fromEntries(
          data.commentary.map(({ section_id, markdown, period, author }) => [
            section_id ?? "",
            <WrittenCommentary
              key={section_id}
              {...{ markdown, author }}
              about={period}
              shown={meta.period ?? period}
            />,
          ]),
        )}
      />
    </article>
  )
}
