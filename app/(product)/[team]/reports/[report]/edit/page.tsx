/** Page of the report editor. */
import type { Metadata } from "next"
import { FilterField, filterControlClass } from "@/components/lists/filter-field"
import { compareNames, rangeNames } from "@/components/lists/ranges"
import { ReportEditor } from "@/components/report-editor/report-editor"
import { titleDetail } from "@/components/reports/chart-title"
import { reportColumn, reportToolbar } from "@/components/reports/document-classes"
import { FreshnessLine } from "@/components/reports/freshness-line"
import { Prose } from "@/components/reports/prose"
import { ReportPageHead } from "@/components/reports/report-page-head"
import { ReportSummary } from "@/components/reports/report-summary"
import { hasSummary } from "@/components/reports/summary-parts"
import { WidgetContent } from "@/components/reports/widget"
import { bylineOf } from "@/components/reports/written-commentary"
import { cn } from "@/components/ui/class-names"
import { Select } from "@/components/ui/input"
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
  const teamPath = `/${team.slug}`
  const path = `${teamPath}/reports/${report.id}`
  const [{ data: client }, { data: sender }, choices, { data, meta }] = await Promise.all([
    api.clients.get({ client_id: report.client_id }),
    api.reports.getSender({}),
    readChoices(api, report),
    readLiveReport(api, report_id, { range: report.default_range }),
  ])
  const periods = { days: meta.period, comparison: meta.comparison }
  const widgetContext = { ...periods, team: teamPath, hasSummary: hasSummary(data.widgets, periods) }
  return (
    <article className={reportColumn}>
      <ReportEditor
        key={report.id}
        report={report}
        path={path}
        head={
          <ReportPageHead
            base={teamPath}
            report={report}
            client={client}
            sender={sender}
            period={meta.period}
            isEditor
          />
        }
        choices={choices}
        opening={<ReportOpening report={report} liveReport={{ data, meta }} />}
        preview={{
          ...widgetContext,
          periodInput: meta.period ? { from: meta.period.from, to: meta.period.to } : {},
        }}
        rendered={Object.fromEntries(
          data.widgets.map((widget, index) => [
            widget.id,
            {
              titleDetail: titleDetail(widget),
              content: (
                <WidgetContent
                  key={widget.id}
                  widget={widget}
                  {...widgetContext}
                  widgetsAbove={data.widgets.slice(0, index)}
                />
              ),
            },
          ]),
        )}
        commentary={Object.fromEntries(
          data.commentary.map(({ section_id, markdown, period, author }) => [
            section_id ?? "",
            <div key={section_id}>
              <Prose text={markdown} />
              {/* As high as this line with the buttons of the report's page (commentary.tsx). */}
              <p className="mt-1 flex min-h-6 items-center text-quiet text-small">
                {bylineOf({ about: period, shown: meta.period ?? period, author })}
              </p>
            </div>,
          ]),
        )}
      />
    </article>
  )
}

type OpeningProps = {
  report: Awaited<ReturnType<typeof findReport>>
  liveReport: Pick<LiveReportData, "data" | "meta">
}

/** Shows the period and the automatic summary of the saved report. They cannot be edited. */
function ReportOpening({ report: { default_range, default_compare }, liveReport: { data, meta } }: OpeningProps) {
  const { period, comparison, freshness } = meta
  if (!period) return null
  return (
    <>
      <div className={reportToolbar}>
        <div className="grid grid-cols-2 items-end gap-3 max-sm:w-full sm:flex sm:flex-wrap sm:items-center sm:gap-2">
          <DefaultChoice name="range" label="Period">
            {rangeNames[default_range] ?? default_range}
          </DefaultChoice>
          <DefaultChoice name="compare" label="Compared with">
            {compareNames[default_compare]}
          </DefaultChoice>
        </div>
        <FreshnessLine period={period} comparison={comparison} freshness={freshness} isStacked />
      </div>
      <div className="mb-14 empty:hidden">
        <ReportSummary
          widgets={data.widgets}
          days={period}
          comparison={comparison}
          range={default_range}
          compare={default_compare}
          note="Written automatically from the saved report."
        />
      </div>
    </>
  )
}

const defaultChoiceNote = "Readers can choose another one. Change the default in the report's settings."

/** A disabled copy of a field of the report's page, with the default choice of the report. It has the same size. */
function DefaultChoice({ name, label, children }: { name: string; label: string; children: string }) {
  const id = `default-${name}`
  return (
    <FilterField id={id} label={label}>
      <Select
        disabled
        id={id}
        title={defaultChoiceNote}
        aria-describedby={`${id}-note`}
        className={cn(filterControlClass, "sm:field-sizing-content sm:pr-6")}
      >
        <option>{children}</option>
      </Select>
      <span id={`${id}-note`} className="sr-only">
        {defaultChoiceNote}
      </span>
    </FilterField>
  )
}
