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
  const chosen = {
    period: readPeriod(query, { range: report.default_range }),
    compare: compareFromQuery(query.compare, report.default_compare),
  }
  const periodInput = { ...chosen.period.input, compare: chosen.compare }
  const live = report.status === "archived" ? null : await readLiveReport(api, report_id, periodInput)
  const shown = live?.meta.period
  // A preset may show other days than the API would return (readLiveReport).
  const apiQuery =
    shown && periodInput.range ? { from: shown.from, to: shown.to, compare: chosen.compare } : periodInput
  const base = `/${team.slug}`
  const path = `/${team.slug}/reports/${report.id}`
  const canEdit = roleAtLeast(role, "member") && client.status !== "archived"
  return (
    <article className={reportColumn}>
      <ReportPageHead
        {...{ base, report, client, sender }}
        period={shown}
        actions={
          <>
            <ReportActions
              report={report}
              listPath={`${base}/reports`}
              canEdit={canEdit}
              planPath={hasDeveloperAccess ? null : `${base}/settings/plan`}
            />
            <RoleNote role={role} member="edit, publish and share reports" />
          </>
        }
      />
      {live && shown ? (
        <LiveReport {...{ base, path, query, report, chosen, live, canEdit }} period={shown} />
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
  base: string
  path: string
  query: Query
  report: Awaited<ReturnType<typeof findReport>>
  chosen: { period: ReturnType<typeof readPeriod>; compare: ReturnType<typeof compareFromQuery> }
  live: LiveReportData
  period: NonNullable<LiveReportData["meta"]["period"]>
  canEdit: boolean
}

function LiveReport({ base, path, query, report, chosen, live, period, canEdit }: LiveProps): ReactNode {
  const { comparison, freshness } = live.meta
  const widgets = new Map(live.data.widgets.map((widget) => [widget.id, widget]))
  const commentary = new Map(live.data.commentary.map((text) => [text.section_id, text]))
  const hasWidgets = live.data.widgets.length > 0
  return (
    <>
      <div className={reportToolbar}>
        <FilterForm path={path} isInline>
          <SortInputs query={query} />
          <PeriodField presets={rangeNames} period={withDates(chosen.period, period)} compare={chosen.compare} />
        </FilterForm>
        <FreshnessLine {...{ period, comparison, freshness }} isStacked />
      </div>
      {!hasWidgets && (
        <Empty title="This report has no widgets yet">
          {canEdit ? "Choose “Edit report” to add sections and widgets." : "A member of the team can add some."}
        </Empty>
      )}
      <ReportDocument
        sections={report.sections.map((section) => ({
          ...section,
          widgets: section.widgets.flatMap(({ id }) => widgets.get(id) ?? []),
        }))}
        days={period}
        comparison={comparison}
        range={chosen.period.choice}
        compare={chosen.compare}
        team={base}
        sortingOf={(widgetId) => sortingOf(widgetId, path, query)}
        commentary={(sectionId) => {
          const text = commentary.get(sectionId)
          const section = report.sections.find(({ id }) => id === sectionId)
          return (
            <Commentary
              reportId={report.id}
              sectionId={sectionId}
              subject={section ? section.title || "untitled section" : "the whole report"}
              period={period}
              markdown={text?.markdown ?? null}
              byline={text ? bylineOf({ about: text.period, shown: period, author: text.author }) : ""}
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
  const name = `sort_${widgetId}` as const
  return { path, query, sort: query[name] ?? "", name }
}

/** Keeps the order of the tables when the period changes. */
const SortInputs = ({ query }: { query: Query }) =>
  Object.entries(query).map(
    ([name, sort]) => name.startsWith("sort_") && <input key={name} type="hidden" name={name} value={sort} />,
  )
