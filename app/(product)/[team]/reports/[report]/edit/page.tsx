/** Page of the report editor. */
import type { Metadata } from "next"
import { PageHead } from "@/components/frame/page-head"
import { rangeNames } from "@/components/lists/ranges"
import { ReportEditor } from "@/components/report-editor/report-editor"
import { titleDetail } from "@/components/reports/chart-title"
import { reportColumn, reportToolbar } from "@/components/reports/document-classes"
import { FreshnessLine } from "@/components/reports/freshness-line"
import { ReportState } from "@/components/reports/report-state"
import { ReportSummary } from "@/components/reports/report-summary"
import { hasSummary } from "@/components/reports/summary-parts"
import { WidgetContent } from "@/components/reports/widget"
import { WrittenCommentary } from "@/components/reports/written-commentary"
import { requireTeamMember } from "@/server/visit"
import { findReport } from "../find-report"
import { type LiveReportData, readLiveReport } from "../read-live-report"
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
  const days = { days: meta.period, comparison: meta.comparison }
  const place = { ...days, team: `/${team.slug}`, hasSummary: hasSummary(data.widgets, days) }
  return (
    <article className={reportColumn}>
      <p className="mb-1 text-quiet max-lg:hidden">
        <bdi>{client.name}</bdi>
      </p>
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
        opening={<Opening report={report} live={{ data, meta }} />}
        preview={{ ...place, periodInput: meta.period ? { from: meta.period.from, to: meta.period.to } : {} }}
        rendered={Object.fromEntries(
          data.widgets.map((widget) => [
            widget.id,
            {
              titleDetail: titleDetail(widget),
              content: <WidgetContent key={widget.id} widget={widget} {...place} />,
            },
          ]),
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

type OpeningProps = { report: Awaited<ReturnType<typeof findReport>>; live: Pick<LiveReportData, "data" | "meta"> }

/** The period and the automatic summary of the saved report. They cannot be edited. */
function Opening({ report: { default_range, default_compare }, live: { data, meta } }: OpeningProps) {
  const { period, comparison, freshness } = meta
  if (!period) return null
  return (
    <>
      <div className={reportToolbar}>
        <p>
          <span className="text-quiet">Period</span> {rangeNames[default_range]}
        </p>
        <FreshnessLine {...{ period, comparison, freshness }} isStacked />
      </div>
      <div className="mb-14 empty:hidden">
        <ReportSummary
          widgets={data.widgets}
          days={period}
          comparison={comparison}
          range={default_range}
          compare={default_compare}
          note="Written automatically from the widgets of the saved report."
        />
      </div>
    </>
  )
}
