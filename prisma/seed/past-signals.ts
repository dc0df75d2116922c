/**
 * Creates the demo team's signals as evaluations of the last weeks would have: after each scan, and on the morning
 * after each day. The team has acknowledged or resolved the older ones.
 */
import type { PersonActor, TeamFacts } from "@/domain/kernel/context"
import { newId } from "@/domain/kernel/ids"
import { run } from "@/domain/kernel/operation"
import { addDays } from "@/domain/metrics/calendar"
import { acknowledgeSignals } from "@/domain/signals/acknowledge"
import { addNote } from "@/domain/signals/add-note"
import { historyDays, metricsOf, pastFindings, subjectOf } from "@/domain/signals/evaluate-metrics"
import { evaluateProjects } from "@/domain/signals/evaluate-projects"
import { loadEvaluationInput } from "@/domain/signals/evaluation-input"
import { readDailySeries } from "@/domain/signals/read-daily-series"
import { recordFindings } from "@/domain/signals/record-findings"
import { resolveSignals } from "@/domain/signals/resolve"
import { prisma } from "../client"
import { trackingOutageDaysAgo } from "./daily-demand"
import type { DemoPeople } from "./members"

const dayMs = 86_400_000
type Team = { id: string; slug: string }

/** Evaluates the projects of a client at a time at which its latest scan is the last one seeded so far. */
export async function evaluateScan(team: Team, clientId: string, at: Date) {
  const input = await loadEvaluationInput(team.id, clientId, at)
  if (!input) return
  for (const { found, ...check } of await evaluateProjects(input))
    await recordFindings({ ...check, team, client: input.client }, found, at)
}

/** Records what the evaluation after the outage of the client's analytics tag found, from the days until then. */
export async function evaluateOutage(team: Team, clientId: string, today: string) {
  const outage = outageDay(today)
  const at = morningAfter(outage)
  const input = await loadEvaluationInput(team.id, clientId, at)
  const source = input?.context.sources.find(({ provider }) => provider === "ga4")
  if (!input || !source) return
  const { client, context } = input
  const query = { metricIds: metricsOf(input, source), filter: { data_source: [source.id] }, sources: [source] }
  const series = await readDailySeries(context, { ...query, days: historyDays }, at)
  if (!series) return
  for (const [metric_id, days] of series.byMetric) {
    const known = days.filter(({ date }) => date <= outage)
    const found = pastFindings(input, subjectOf(metric_id, source, series), known, {
      first: outage,
      lastFinalDay: outage,
    })
    const ofOutage = found.filter(({ finding }) => finding.period.to === outage)
    const check = { key: `metric:${source.id}:${metric_id}`, checkedThrough: outage, timezone: context.timezone }
    await recordFindings({ ...check, team, client, project_id: null }, ofOutage, at)
  }
}

/** A member acknowledges signals on the morning after their detection. An admin resolves those of the outage. */
export async function handlePastSignals(team: TeamFacts, { admin, member }: DemoPeople, today: string, now: Date) {
  const signals = await prisma.signal.findMany({
    where: { team_id: team.id, status: "open", first_detected_at: { lt: new Date(now.getTime() - 3 * dayMs) } },
    orderBy: { id: "asc" },
  })
  for (const { id, first_detected_at, period_to, project_id } of signals) {
    const at = (minutes: number) => () => new Date(first_detected_at.getTime() + minutes * 60_000)
    const by = (actor: PersonActor) => ({
      team,
      actor,
      origin: { ip: null, userAgent: null },
      requestId: newId("request"),
    })
    await run(acknowledgeSignals, { ...by(member), now: at(170) }, { signal_ids: [id] })
    if (project_id !== null || period_to.toISOString().slice(0, 10) !== outageDay(today)) continue
    await run(addNote, { ...by(admin), now: at(185) }, { signal_id: id, text: outageNote })
    await run(resolveSignals, { ...by(admin), now: at(190) }, { signal_ids: [id] })
  }
}

const outageNote = "The analytics tag was missing on most pages. It was back in the evening."

const outageDay = (today: string) => addDays(today, -trackingOutageDaysAgo)

/** The time at which the sample evaluations of a day run. */
export const morningOf = (day: string) => new Date(`${day}T06:10:00Z`)
const morningAfter = (day: string) => morningOf(addDays(day, 1))
