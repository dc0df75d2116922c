/** One report with its current data. */
import type { Metadata } from "next"
import type { ReactNode } from "react"
import { RoleNote } from "@/components/frame/role-note"
import { AsApiCall } from "@/components/lists/as-api-call"
import { Empty } from "@/components/lists/empty"
import { FilterForm } from "@/components/lists/filter-form"
import { urlWithQuery } from "@/components/lists/pager"
import { PeriodField } from "@/components/lists/period-field"
import { compareFromQuery, type PeriodQuery, rangeNames, readPeriod, withDates } from "@/components/lists/ranges"
import type { Sorting } from "@/components/lists/sort-th"
import { Commentary } from "@/components/reports/commentary"
import { reportColumn, reportToolbar } from "@/components/reports/document-classes"
import { FreshnessLine } from "@/components/reports/freshness-line"
import { Prose } from "@/components/reports/prose"
import { ReportActions } from "@/components/reports/report-actions"
import { ReportDocument } from "@/components/reports/report-document"
import { ReportPageHead } from "@/components/reports/report-page-head"
import { bylineOf } from "@/components/reports/written-commentary"
import { roleAtLeast } from "@/domain/kernel/roles"
import { apiCall } from "@/server/api-call"
import { requireTeamMember } from "@/server/visit"
import { findReport } from "../find-report"
import { type LiveReportData, readLiveReport } from "../read-live-report"

/** `sort_` and the id of a widget: the order of its table. */
type SortQuery = Partial<Record<`sort_${string}`, string>>
type Query = PeriodQuery & { compare?: string } & SortQuery
type Props = { params: Promise<{ team: string; report: string }>; searchParams: Promise<Query> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { team, report } = await params
  return { title: (await findReport(team, report)).name }
}

export default async function ReportPage({ params, searchParams }: Props) {
  const { team: slug, report: report_id } = await params
  const { api, team, role, hasDeveloperAccess } = await requireTeamMember(slug)
  const report = await findReport(slug, report_id)
  const [{ data: client }, { data: sender }] = await Promise.all([
    api.clients.get({ client_id: report.client_id }),
    api.reports.getSender({}),
  ])
  const query = await searchParams
  const selectedPeriod = readPeriod(query, { range: report.default_range })
  const compare = compareFromQuery(query.compare, report.default_compare)
  const periodInput = { ...selectedPeriod.input, compare }
  const liveReport = report.status === "archived" ? null : await readLiveReport(api, report_id, periodInput)
  const shownPeriod = liveReport?.meta.period
  // A preset may show other days than the API would return (readLiveReport).
  const apiQuery =
    shownPeriod && periodInput.range ? { from: shownPeriod.from, to: shownPeriod.to, compare } : periodInput
  const teamPath = `/${team.slug}`
  const path = `${teamPath}/reports/${report.id}`
  const canEdit = roleAtLeast(role, "member") && client.status !== "archived"
  return (
    <article className={reportColumn}>
      <ReportPageHead
        base={teamPath}
        report={report}
        client={client}
        sender={sender}
        period={shownPeriod}
        actions={
          <>
            <ReportActions
              report={report}
              listPath={`${teamPath}/reports`}
              canEdit={canEdit}
              planPath={hasDeveloperAccess ? null : `${teamPath}/settings/plan`}
            />
            <RoleNote role={role} member="edit, publish and share reports" />
          </>
        }
      />
      {liveReport && shownPeriod ? (
        <LiveReport
          teamPath={teamPath}
          path={path}
          query={query}
          report={report}
          selectedPeriod={selectedPeriod}
          compare={compare}
          liveReport={liveReport}
          shownPeriod={shownPeriod}
          canEdit={canEdit}
        />
      ) : (
        <Empty title="This report is archived">
          Archived reports show no data.{canEdit && " Restore the report to read and change it."}
        </Empty>
      )}
      <AsApiCall {...apiCall(urlWithQuery(`/reports/${report.id}/data`, apiQuery))} />
    </article>
  )
}

type LiveProps = {
  teamPath: string
  path: string
  query: Query
  report: Awaited<ReturnType<typeof findReport>>
  /** The period in the URL, or the default period of the report. */
  selectedPeriod: ReturnType<typeof readPeriod>
  compare: ReturnType<typeof compareFromQuery>
  liveReport: LiveReportData
  /** The days of the selected period that have data. */
  shownPeriod: NonNullable<LiveReportData["meta"]["period"]>
  canEdit: boolean
}

function LiveReport(props: LiveProps): ReactNode {
  const { teamPath, path, query, report, selectedPeriod, compare, liveReport, shownPeriod, canEdit } = props
  const { data, meta } = liveReport
  const { comparison, freshness } = meta
  const widgets = new Map(data.widgets.map((widget) => [widget.id, widget]))
  const commentary = new Map(data.commentary.map((text) => [text.section_id, text]))
  return (
    <>
      <div className={reportToolbar}>
        <FilterForm path={path} isInline>
          <SortInputs query={query} />
          <PeriodField presets={rangeNames} period={withDates(selectedPeriod, shownPeriod)} compare={compare} />
        </FilterForm>
        <FreshnessLine period={shownPeriod} comparison={comparison} freshness={freshness} isStacked />
      </div>
      {data.widgets.length === 0 && (
        <Empty title="This report has no widgets yet">
          {canEdit ? "Choose “Edit report” to add sections and widgets." : "A member of the team can add some."}
        </Empty>
      )}
      <ReportDocument
        sections={report.sections.map((section) => ({
          ...section,
          widgets: section.widgets.flatMap(({ id }) => widgets.get(id) ?? []),
        }))}
        days={shownPeriod}
        comparison={comparison}
        range={selectedPeriod.choice}
        compare={compare}
        team={teamPath}
        sortingOf={(widgetId) => sortingOf(widgetId, path, query)}
        commentary={(sectionId) => {
          const text = commentary.get(sectionId)
          const section = report.sections.find(({ id }) => id === sectionId)
          return (
            <Commentary
              reportId={report.id}
              sectionId={sectionId}
              subject={section ? section.title || "untitled section" : "the whole report"}
              period={shownPeriod}
              markdown={text?.markdown ?? null}
              byline={text ? bylineOf({ about: text.period, shown: shownPeriod, author: text.author }) : ""}
              canEdit={canEdit}
            >
              {text && <Prose text={text.markdown} />}
            </Commentary>
          )
        }}
      />
    </>
  )
}

function sortingOf(widgetId: string, path: string, query: Query): Sorting {
  const parameter = `sort_${widgetId}` as const
  return { path, query, sort: query[parameter] ?? "", parameter }
}

/** Hidden fields that keep the order of the tables when the user changes the period. */
const SortInputs = ({ query }: { query: Query }) =>
  Object.entries(query).map(
    ([name, sort]) => name.startsWith("sort_") && <input key={name} type="hidden" name={name} value={sort} />,
  )
