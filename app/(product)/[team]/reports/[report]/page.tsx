/** One report with its current data. */
import type { Metadata } from "next"
import { cache } from "react"
import { PageHead } from "@/components/frame/page-head"
import { AsApiCall } from "@/components/lists/as-api-call"
import { Empty } from "@/components/lists/empty"
import { urlWithQuery } from "@/components/lists/pager"
import { RangePicker } from "@/components/lists/range-picker"
import { type PeriodQuery, periodFromQuery, periodLabel } from "@/components/lists/ranges"
import { ReportState } from "@/components/reports/report-state"
import { Widget } from "@/components/reports/widget"
import { curlCommand } from "@/server/curl-command"
import { orNotFound, requireTeamMember } from "@/server/visit"

type Props = { params: Promise<{ team: string; report: string }>; searchParams: Promise<PeriodQuery> }

const find = cache(async (slug: string, report_id: string) => {
  const { api } = await requireTeamMember(slug)
  return (await orNotFound(api.reports.get({ report_id }))).data
})

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { team, report } = await params
  return { title: (await find(team, report)).name }
}

export default async function ReportPage({ params, searchParams }: Props) {
  const { team: slug, report: report_id } = await params
  const { api, team } = await requireTeamMember(slug)
  const report = await find(slug, report_id)
  const { data: client } = await api.clients.get({ client_id: report.client_id })
  const periodInput = periodFromQuery(await searchParams, { range: report.default_range })
  const live = report.status === "archived" ? null : await api.reports.getData({ report_id, ...periodInput })
  const widgetsById = new Map(live?.data.widgets.map((widget) => [widget.id, widget]))
  const { period, comparison } = live?.meta ?? {}
  return (
    <article className="mx-auto max-w-4xl">
      <PageHead
        crumbs={[
          { name: "Reports", href: `/${team.slug}/reports` },
          { name: client.name, href: `/${team.slug}/clients/${client.id}` },
        ]}
        title={report.name}
        mark={<ReportState status={report.status} />}
      >
        {report.description}
      </PageHead>
      {period ? (
        <>
          <RangePicker path={`/${team.slug}/reports/${report.id}`} periodInput={periodInput} shown={period} />
          <p className="mb-8 text-quiet">
            {periodLabel(period)} ({period.timezone}){comparison && `, compared with ${periodLabel(comparison)}`}.
          </p>
        </>
      ) : (
        <Empty title="This report is archived">Archived reports show no current data.</Empty>
      )}
      {live &&
        report.sections.map((section) => (
          <section key={section.id} className="mb-12">
            <h2 className="mb-4 text-head">{section.title}</h2>
            <div className="grid grid-cols-2 gap-x-8 gap-y-10 sm:grid-cols-3">
              {section.widgets.map(({ id }) => {
                const widget = widgetsById.get(id)
                return widget && <Widget key={id} widget={widget} days={period} comparison={comparison} />
              })}
            </div>
          </section>
        ))}
      <AsApiCall curl={curlCommand(urlWithQuery(`/reports/${report.id}/data`, periodInput))} />
    </article>
  )
}
