/** A shared report, for everyone who has its link. The page shows no other data of the team, and nothing internal. */
import type { Metadata } from "next"
import { cache } from "react"
import { NarrowPage } from "@/components/frame/narrow-page"
import { Empty } from "@/components/lists/empty"
import { FilterForm } from "@/components/lists/filter-form"
import { PeriodField } from "@/components/lists/period-field"
import {
  compareFromQuery,
  type PeriodInput,
  type PeriodQuery,
  rangeNames,
  readPeriod,
  withDates,
} from "@/components/lists/ranges"
import { reportColumn, reportToolbar } from "@/components/reports/document-classes"
import { FreshnessLine } from "@/components/reports/freshness-line"
import { PrintButton } from "@/components/reports/print-button"
import { ReportDocument } from "@/components/reports/report-document"
import { ReportSubject, SenderRow } from "@/components/reports/report-head"
import { WrittenCommentary } from "@/components/reports/written-commentary"
import { loadVisitor, orNull } from "@/server/visit"

type Query = PeriodQuery & { compare?: string }
type Props = { params: Promise<{ token: string }>; searchParams: Promise<Query> }

/** The period is JSON, because `cache` compares objects by identity. */
const readByToken = cache(async (token: string, periodJson: string) => {
  const { api } = await loadVisitor()
  return orNull(api.reports.getShared({ token, ...JSON.parse(periodJson) }))
})

/** Reads the report for the period in the URL. Without one, the operation uses the report's default period. */
async function readShared({ params, searchParams }: Props) {
  const { compare, ...query } = await searchParams
  const period = { ...readPeriod(query, {}).input, ...(compare && { compare: compareFromQuery(compare, "none") }) }
  return readByToken((await params).token, JSON.stringify(period))
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const report = await readShared(props)
  return {
    title: { absolute: report ? `${report.data.name} · ${report.data.client.name}` : "Link not valid" },
    description: null,
    robots: { index: false, follow: false, nocache: true },
    referrer: "no-referrer",
  }
}

export default async function SharedReportPage(props: Props) {
  const report = await readShared(props)
  if (!report?.meta.period) return <NotValid />
  const { data, meta } = report
  const shownPeriod = report.meta.period
  const { token } = await props.params
  const query = await props.searchParams
  const commentary = new Map(data.commentary.map((text) => [text.section_id, text]))
  const compare = compareFromQuery(query.compare ?? meta.comparison?.mode, "none")
  const period = readPeriod(query, readPreset(meta.query))
  return (
    <main className="px-4 pt-8 pb-20 sm:px-8 print:p-0">
      <article className={reportColumn}>
        <header className="mb-6">
          <SenderRow {...data.team} logoPath={`/api/shared/${token}/logo`} actions={<PrintButton />} />
          <h1 className="text-figure wrap-anywhere">{data.name}</h1>
          <div className="mt-1 max-w-[68ch] text-quiet">
            <ReportSubject client={data.client.name} period={shownPeriod} />
            {data.description}
          </div>
        </header>
        <div className={reportToolbar}>
          <FilterForm path={`/shared/${token}`} isInline>
            <PeriodField presets={rangeNames} period={withDates(period, shownPeriod)} compare={compare} />
          </FilterForm>
          <FreshnessLine period={shownPeriod} comparison={meta.comparison} freshness={meta.freshness} isStacked />
        </div>
        {data.sections.every(({ widgets }) => widgets.length === 0) && (
          <Empty title="This report is empty">The team has not added any content yet.</Empty>
        )}
        <ReportDocument
          sections={data.sections}
          days={shownPeriod}
          comparison={meta.comparison}
          range={period.choice}
          compare={compare}
          commentary={(sectionId) => {
            const text = commentary.get(sectionId)
            return (
              text && (
                <div className={sectionId ? "mb-10" : ""}>
                  <WrittenCommentary markdown={text.markdown} about={text.period} shown={shownPeriod} />
                </div>
              )
            )
          }}
        />
      </article>
    </main>
  )
}

/** Returns the preset period that the operation used. Empty if it used two dates. */
const readPreset = ({ range }: Record<string, unknown>): PeriodInput =>
  typeof range === "string" ? readPeriod({ range }, {}).input : {}

/** Looks the same for links that never existed, have expired or were revoked. */
function NotValid() {
  return (
    <main className="px-4">
      <NarrowPage
        title="This link is not valid"
        lead="The link has expired, was revoked, or is not complete. Check that you copied the whole link, or ask the person who sent it for a new one."
      />
    </main>
  )
}
