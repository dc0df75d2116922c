/** One signal: its numbers, its chart, its possible causes, related signals, its history, and actions. */
import type { Metadata } from "next"
import { dayMs } from "@/components/days"
import { Section } from "@/components/frame/section"
import { AsApiCall, guides } from "@/components/lists/as-api-call"
import { periodLabel } from "@/components/lists/ranges"
import { SignalChart } from "@/components/signals/signal-chart"
import { SignalCounts, SignalFigures, SignalTest } from "@/components/signals/signal-facts"
import { targetLabel } from "@/components/signals/signal-figures"
import { groupSignals, isSameIncident } from "@/components/signals/signal-groups"
import { SignalHead } from "@/components/signals/signal-head"
import { SignalHistory } from "@/components/signals/signal-history"
import type { Signal, SignalQuery } from "@/components/signals/signal-labels"
import { SignalReasons } from "@/components/signals/signal-reasons"
import { SignalRows } from "@/components/signals/signal-rows"
import { roleAtLeast } from "@/domain/kernel/roles"
import { annotationConcernsMetric } from "@/domain/metrics/annotation-scope"
import { addDays } from "@/domain/metrics/calendar"
import type { ValueFormat } from "@/domain/metrics/format-value"
import { apiCall } from "@/server/api-call"
import { requireTeamMember } from "@/server/visit"
import { findSignal } from "./find-signal"
import { readNeighbors } from "./read-neighbors"
import { readOtherBrands } from "./read-other-brands"
import { readSignalPrompts } from "./read-signal-prompts"

export const metadata: Metadata = { title: "Signal" }

type Props = { params: Promise<{ team: string; signal: string }>; searchParams: Promise<SignalQuery> }

/** The page gets the URL parameters of the inbox, so that it can link to the previous and the next signal. */
export default async function SignalPage({ params, searchParams }: Props) {
  const { team: slug, signal: signal_id } = await params
  const query = await searchParams
  const { api, team, role } = await requireTeamMember(slug)
  const signal = await findSignal(slug, signal_id)
  const [{ data: series }, { data: entries }, { data: nearby }, prompts, brands, { data: breakdown }, neighbors] =
    await Promise.all([
      api.signals.getSeries({ signal_id }),
      api.signals.listEntries({ signal_id, limit: 200 }),
      api.signals.list({
        client_id: signal.client.id,
        sort: "-severity",
        limit: 50,
        ...weekAround(signal.first_detected_at),
      }),
      readSignalPrompts(api, signal),
      readOtherBrands(api, signal),
      api.signals.getContributions({ signal_id }),
      readNeighbors(api, signal_id, query, team.timezone),
    ])
  const otherSignals = nearby.filter(({ id }) => id !== signal.id)
  const sameIncident = otherSignals.filter((other) => isSameIncident(other, signal))
  const sameWeek = groupSignals(otherSignals.filter((other) => !sameIncident.includes(other))).slice(0, maxOthers)
  const firstPoint = series?.points[0]
  const lastPoint = series?.points.at(-1)
  const { client, subject } = signal
  const annotations =
    subject.kind === "metric" && firstPoint && lastPoint
      ? (await api.clients.listAnnotations({ client_id: client.id, from: firstPoint.date, to: lastPoint.date })).data
      : []
  const teamPath = `/${team.slug}`
  const column = {
    id: signal.subject.metric_id,
    unit: series?.unit ?? "number",
    currency: series?.currency ?? null,
  } as ValueFormat
  const counts = <SignalCounts signal={signal} column={column} />
  const canChange = roleAtLeast(role, "member")
  return (
    <>
      <SignalHead
        signal={signal}
        role={role}
        base={teamPath}
        query={query}
        neighbors={neighbors}
        mainPromptId={prompts?.shown[0]?.promptId}
      />
      <SignalFigures signal={signal} column={column} />
      {series && series.points.length > 0 ? (
        <Section
          title={
            series.is_total
              ? `${series.label}, total since ${periodLabel({ from: signal.period.from, to: signal.period.from })}`
              : series.label
          }
        >
          <SignalChart
            label={series.label}
            column={column}
            points={series.points}
            annotations={annotations.filter((annotation) =>
              annotationConcernsMetric(annotation, subject.metric_id ?? ""),
            )}
            breaks={series.breaks}
            markName={subject.kind === "ai_project" ? "Scan of this signal" : dayMarkName(signal)}
            isRangeConstant={subject.kind === "ai_project"}
            limitName={series.is_total ? targetLabel(signal) : "Limit"}
            forecast={series.is_total ? forecastOf(signal) : undefined}
            events={[series.is_total ? targetOf(signal) : { ...signal.period, expected: signal.expected }]}
          />
          {counts}
        </Section>
      ) : (
        <div className="mb-10">{counts}</div>
      )}
      <SignalReasons
        prompts={prompts}
        brands={brands}
        breakdown={breakdown}
        direction={signal.direction}
        base={teamPath}
      />
      <SignalTest signal={signal} column={column} />
      {sameIncident.length > 0 && (
        <Section title="Same incident" lead={incidentLead(signal)}>
          <SignalRows groups={sameIncident.map((lead) => ({ lead, others: [] }))} path={`${teamPath}/signals`} />
        </Section>
      )}
      {sameWeek.length > 0 && (
        <Section title="Other signals" lead={`Signals of ${client.name} from the same week.`}>
          <SignalRows groups={sameWeek} path={`${teamPath}/signals`} />
        </Section>
      )}
      <Section title="History">
        <SignalHistory entries={entries} signalId={canChange ? signal.id : undefined} />
      </Section>
      <AsApiCall guide={guides.signals} {...apiCall(`/signals/${signal.id}`)} />
    </>
  )
}

const dayMarkName = ({ period: { from, to } }: Signal) => (from === to ? "Day of this signal" : "Days of this signal")

/**
 * Returns the marked day in the chart of a total, with the target. It has no expected range, because that range applies
 * to the last day of the goal (`forecastOf`).
 */
function targetOf({ period, expected }: Signal) {
  return { from: period.to, to: period.to, expected: { value: expected.value, low: null, high: expected.value } }
}

/** Returns the projected total on the last day of the goal. Undefined if the goal has ended. */
function forecastOf({ period, expected, evidence: { counts } }: Signal) {
  const { projected, days_left = 0 } = counts
  if (projected === undefined || days_left === 0) return undefined
  return { date: addDays(period.to, days_left), value: projected, low: expected.low, high: expected.high }
}

const incidentLead = ({ subject, client }: Signal) =>
  subject.kind === "ai_project"
    ? `The same scan also led to these signals of ${client.name}.`
    : `These signals of ${client.name} are about the same day.`

/** The maximum number of other incidents of the week on the page. */
const maxOthers = 5

const weekMs = 7 * dayMs

/** The week around a time. Other signals in it may have the same cause. */
const weekAround = (at: string) => ({
  created_after: new Date(Date.parse(at) - weekMs / 2).toISOString(),
  created_before: new Date(Date.parse(at) + weekMs / 2).toISOString(),
})
