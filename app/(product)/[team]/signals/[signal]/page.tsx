/** One signal: its figures, its chart, the prompts behind it, other signals, its history, and actions. */

import type { Metadata } from "next"
import { ContributionList } from "@/components/ai-visibility/contribution-list"
import { contributionSentence } from "@/components/ai-visibility/contributions"
import { dayMs } from "@/components/days"
import { PageHead } from "@/components/frame/page-head"
import { RoleNote } from "@/components/frame/role-note"
import { Section } from "@/components/frame/section"
import { Link } from "@/components/link"
import { AsApiCall, guides } from "@/components/lists/as-api-call"
import { urlWithQuery } from "@/components/lists/pager"
import { periodLabel } from "@/components/lists/ranges"
import { SignalChart } from "@/components/signals/signal-chart"
import { SignalFacts, SignalFigures } from "@/components/signals/signal-facts"
import { targetName } from "@/components/signals/signal-figures"
import { groupSignals, isSameIncident } from "@/components/signals/signal-groups"
import { SignalHistory } from "@/components/signals/signal-history"
import {
  isOngoing,
  type Signal,
  severityNames,
  severityStates,
  statusNames,
  typeNames,
} from "@/components/signals/signal-labels"
import { SignalRows } from "@/components/signals/signal-rows"
import { StatusActions } from "@/components/signals/status-actions"
import { Time } from "@/components/time"
import { Badge } from "@/components/ui/badge"
import { roleAtLeast } from "@/domain/kernel/roles"
import { annotationConcernsMetric } from "@/domain/metrics/annotation-scope"
import { addDays } from "@/domain/metrics/calendar"
import type { ValueFormat } from "@/domain/metrics/format-value"
import { curlCommand } from "@/server/curl-command"
import { requireTeamMember } from "@/server/visit"
import { findSignal } from "./find-signal"
import { readSignalPrompts } from "./read-signal-prompts"

export const metadata: Metadata = { title: "Signal" }

type Props = { params: Promise<{ team: string; signal: string }> }

export default async function SignalPage({ params }: Props) {
  const { team: slug, signal: signal_id } = await params
  const { api, team, role } = await requireTeamMember(slug)
  const signal = await findSignal(slug, signal_id)
  const [{ data: series }, { data: entries }, { data: nearby }, prompts] = await Promise.all([
    api.signals.getSeries({ signal_id }),
    api.signals.listEntries({ signal_id, limit: 200 }),
    api.signals.list({ client_id: signal.client.id, limit: 50, ...weekAround(signal.first_detected_at) }),
    readSignalPrompts(api, signal),
  ])
  const others = nearby.filter(({ id }) => id !== signal.id)
  const ofIncident = others.filter((other) => isSameIncident(other, signal))
  const ofWeek = groupSignals(others.filter((other) => !ofIncident.includes(other))).slice(0, maxOthers)
  const [first, last] = [series?.points[0], series?.points.at(-1)]
  const { client, subject } = signal
  const annotations =
    subject.kind === "metric" && first && last
      ? (await api.clients.listAnnotations({ client_id: client.id, from: first.date, to: last.date })).data
      : []
  const base = `/${team.slug}`
  const column = {
    id: signal.subject.metric_id,
    unit: series?.unit ?? "number",
    currency: series?.currency ?? null,
  } as ValueFormat
  const facts = <SignalFacts signal={signal} column={column} base={base} />
  const mayChange = roleAtLeast(role, "member")
  const actions = mayChange && isOngoing(signal) && (
    <StatusActions ids={[signal.id]} isAcknowledged={signal.status !== "open"} />
  )
  return (
    <>
      <PageHead
        crumbs={[{ name: "Signals", href: `${base}/signals` }]}
        title={signal.title}
        mark={<Badge state={severityStates[signal.severity]}>{severityNames[signal.severity]}</Badge>}
        actions={actions || <RoleNote role={role} member="change the status and add notes" />}
      >
        <p>{signal.summary}</p>
        <p className="mt-1">
          <Link href={`${base}/clients/${signal.client.id}`} className="text-accent hover:underline">
            <bdi>{signal.client.name}</bdi>
          </Link>
          {` · ${typeNames[signal.type]} · ${statusNames[signal.status]}`}
          {signal.snoozed_until && (
            <>
              {" until "}
              <Time at={signal.snoozed_until} />
            </>
          )}
        </p>
      </PageHead>
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
            markName={subject.kind === "ai_project" ? "Scans of this signal" : "Days of this signal"}
            limitName={series.is_total ? targetName(signal) : "Limit"}
            forecast={series.is_total ? forecastOf(signal) : undefined}
            events={[series.is_total ? targetOf(signal) : { ...signal.period, expected: signal.expected }]}
          />
          {facts}
        </Section>
      ) : (
        <div className="mb-10">{facts}</div>
      )}
      {prompts && prompts.all.length > 0 && (
        <Section title="Prompts behind the change" lead={contributionSentence(prompts.all)}>
          <ContributionList
            contributions={prompts.shown}
            others={prompts.others}
            compareHref={(promptId) =>
              urlWithQuery(`${base}/ai-visibility/${prompts.projectId}/prompts/${promptId}/compare`, {
                after: prompts.scanId,
                engine: prompts.engine,
              })
            }
          />
        </Section>
      )}
      {ofIncident.length > 0 && (
        <Section title="Same incident" lead={incidentLead(signal)}>
          <SignalRows groups={ofIncident.map((lead) => ({ lead, also: [] }))} path={`${base}/signals`} />
        </Section>
      )}
      {ofWeek.length > 0 && (
        <Section title="Other signals" lead={`Signals of ${client.name} from the same week.`}>
          <SignalRows groups={ofWeek} path={`${base}/signals`} />
        </Section>
      )}
      <Section title="History">
        <SignalHistory entries={entries} signalId={mayChange ? signal.id : undefined} />
      </Section>
      <AsApiCall guide={guides.signals} curl={curlCommand(`/signals/${signal.id}`)} />
    </>
  )
}

/** The chart of a total shows the target or budget, but no expected range, which is about the end of the period. */
function targetOf({ period, expected }: Signal) {
  return { from: period.to, to: period.to, expected: { value: expected.value, low: null, high: expected.value } }
}

/** The projected total on the last day of the goal. Undefined when the goal has ended. */
function forecastOf({ period, expected, evidence: { counts } }: Signal) {
  const { projected, days_left = 0 } = counts
  if (projected === undefined || days_left === 0) return undefined
  return { date: addDays(period.to, days_left), value: projected, low: expected.low, high: expected.high }
}

const incidentLead = ({ subject, client }: Signal) =>
  subject.kind === "ai_project"
    ? `The same scan also led to these signals of ${client.name}.`
    : `These signals of ${client.name} are about the same day.`

/** How many other incidents of the week the page lists. */
const maxOthers = 5

const weekMs = 7 * dayMs

/** The days before and after a moment in which other signals may have the same cause. */
const weekAround = (at: string) => ({
  created_after: new Date(Date.parse(at) - weekMs / 2).toISOString(),
  created_before: new Date(Date.parse(at) + weekMs / 2).toISOString(),
})
