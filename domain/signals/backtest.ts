/**
 * Shows which signals a rule would have created in the last year. Runs the detectors of the evaluation and stores
 * nothing.
 */
import { z } from "zod"
import { signalCreated } from "@/domain/events/signal-created"
import { notFound } from "@/domain/kernel/errors"
import { calendarDate } from "@/domain/kernel/fields"
import { id, newId } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { addDays, type Day, dayIn } from "@/domain/metrics/calendar"
import { metricOf } from "@/domain/metrics/catalogue"
import type { Source } from "@/domain/metrics/query-context"
import { namedMetrics } from "@/domain/signal-rules/applied-rules"
import type { SignalRule } from "@/domain/signal-rules/rule"
import { checkedParams, ruleSettings } from "@/domain/signal-rules/settings"
import { metricsOf, pastFindings, subjectOf } from "./evaluate-metrics"
import { type EvaluationInput, loadEvaluationInput } from "./evaluation-input"
import type { Finding } from "./finding"
import { readDailySeries } from "./read-daily-series"
import { absencesToResolve } from "./record-findings"
import { severities } from "./signal"

/** The detectors of these types need only stored daily values. */
const testableTypes = ["metric_anomaly", "metric_threshold", "metric_flatline"] as const

const { severity, direction, title, summary, expected } = signalCreated.shape.signal.shape

const testedSeries = z.object({
  data_source_id: id("dataSource"),
  data_source_name: z.string().meta({ description: "The name of the data source." }),
  metric_id: z.string(),
  label: z.string(),
  unit: z.string(),
  currency: z.string().nullable(),
  from: calendarDate().meta({ description: "The first tested day. The test covers a year." }),
  to: calendarDate().meta({ description: "The last final day of the data source." }),
  days: z.array(z.object({ date: calendarDate(), value: z.number().nullable() })),
  signals: z.array(
    z.object({ severity, direction, title, summary, expected, from: calendarDate(), to: calendarDate() }),
  ),
})
type TestedSeries = z.infer<typeof testedSeries>

export const backtest = defineOperation({
  id: "signals.backtest",
  summary: "Test a rule on the last year",
  audience: "team",
  kind: "query",
  input: z.strictObject({
    client_id: id("client"),
    type: z.enum(testableTypes),
    sensitivity: ruleSettings.sensitivity.default("medium"),
    params: ruleSettings.params.default({}),
    severity_floor: ruleSettings.severity_floor.default("info"),
    cooldown_hours: ruleSettings.cooldown_hours.default(72),
  }),
  output: z.object({
    from: calendarDate().meta({ description: "The first tested day of all series." }),
    to: calendarDate().meta({ description: "The last tested day of all series." }),
    total: z.int().meta({ description: "The number of signals in all series." }),
    series: z.array(testedSeries),
  }),
  async handle({ team, now }, { client_id, ...given }) {
    const input = await loadEvaluationInput(team.id, client_id, now())
    if (!input) throw notFound("client")
    const time = now().toISOString()
    const rule: SignalRule = {
      ...given,
      id: newId("signalRule"),
      name: "Tested rule",
      client_id,
      project_id: null,
      is_enabled: true,
      params: checkedParams(given.type, given.params),
      muted_until: null,
      created_at: time,
      updated_at: time,
    }
    const tested: EvaluationInput = { ...input, rules: [rule] }
    const series: TestedSeries[] = []
    for (const source of input.context.sources) series.push(...(await testSource(tested, source, rule)))
    const total = series.reduce((sum, { signals }) => sum + signals.length, 0)
    const yesterday = addDays(dayIn(input.context.timezone, now()), -1)
    return { data: { ...testedSpan(series, yesterday), total, series } }
  },
})

const testedDays = 365
/** Detectors compare the tested days with this many earlier days. */
const historyDays = 400

const firstTestedDay = (last: Day): Day => addDays(last, 1 - testedDays)

/** From the first tested day of all series to the last. Without series, the year until yesterday. */
function testedSpan(series: readonly TestedSeries[], yesterday: Day) {
  const days = series.flatMap(({ from, to }) => [from, to]).sort()
  return { from: days[0] ?? firstTestedDay(yesterday), to: days.at(-1) ?? yesterday }
}

async function testSource(input: EvaluationInput, source: Source, rule: SignalRule): Promise<TestedSeries[]> {
  const named = namedMetrics([rule], [rule.type], input.client.id)
  const metricIds = metricsOf(input, source).filter((id) => named.length === 0 || named.includes(id))
  const filter = { data_source: [source.id] }
  const series = await readDailySeries(
    input.context,
    { metricIds, filter, sources: [source], days: testedDays + historyDays },
    input.now,
  )
  if (!series) return []
  const { lastFinalDay } = series
  const first = firstTestedDay(lastFinalDay)
  return [...series.byMetric].flatMap(([metric_id, days]) => {
    if (days.length === 0) return []
    const subject = subjectOf(metric_id, source, series)
    const found = pastFindings(input, subject, days, { first, lastFinalDay }).map(({ finding }) => finding)
    const { label, unit } = metricOf(metric_id)
    return {
      data_source_id: source.id,
      data_source_name: source.display_name,
      metric_id,
      label,
      unit,
      currency: subject.currency,
      from: first,
      to: lastFinalDay,
      days: days.filter(({ date }) => date >= first).map(({ date, value }) => ({ date, value })),
      signals: signalsOf(found, rule, first),
    }
  })
}

/** A backtest evaluates once a day, so a signal resolves after as many days without the condition. */
const daysToResolve = absencesToResolve

type TestedSignal = TestedSeries["signals"][number]

/**
 * The signals of the rule since `first`. Merges the findings of one ongoing condition into one signal. Leaves out
 * findings within the rule's cooldown.
 */
function signalsOf(found: readonly Finding[], rule: SignalRule, first: Day): TestedSignal[] {
  const findings = found
    .filter(({ type, period }) => type === rule.type && period.to >= first)
    .filter(({ severity }) => severities.indexOf(severity) >= severities.indexOf(rule.severity_floor))
    .toSorted((a, b) => (a.period.to < b.period.to ? -1 : 1))
  const daysToNextSignal = daysToResolve + Math.ceil(rule.cooldown_hours / 24)
  const signals: TestedSignal[] = []
  const latestByKey = new Map<string, TestedSignal>()
  for (const finding of findings) {
    const { from, to } = finding.period
    const latest = latestByKey.get(finding.dedupe_key)
    if (latest && from <= addDays(latest.to, daysToResolve)) {
      latest.to = to
      continue
    }
    if (latest && to <= addDays(latest.to, daysToNextSignal)) continue
    const signal = testedSignal(finding)
    latestByKey.set(finding.dedupe_key, signal)
    signals.push(signal)
  }
  return signals
}

const testedSignal = ({ severity, direction, title, summary, expected, period }: Finding): TestedSignal => ({
  severity,
  direction,
  title,
  summary,
  expected,
  from: period.from,
  to: period.to,
})
