/** Evaluates the final days that syncs and imports changed recently. `evaluateSources` includes the results. */
import { z } from "zod"
import { calendarDate } from "@/domain/kernel/fields"
import { isMoney } from "@/domain/metrics/catalogue"
import type { Source } from "@/domain/metrics/query-context"
import { rows, sql } from "@/prisma/client"
import { type CheckResult, withRules } from "./check-result"
import { detectRestated } from "./detectors/sources/restated"
import { metricsOf } from "./evaluate-metrics"
import type { EvaluationInput } from "./evaluation-input"

/** An evaluation covers this time, because several syncs can end before it. */
const lookBackHours = 72

const restatedRow = z.object({
  data_source_id: z.string(),
  metric_id: z.string(),
  date: calendarDate(),
  before: z.number(),
  after: z.number(),
})

/** A day that several syncs changed counts once, from its first value to its last. */
export async function evaluateRestatedDays(input: EvaluationInput): Promise<CheckResult[]> {
  const { team, context, now } = input
  const since = new Date(now.getTime() - lookBackHours * 3_600_000)
  const found = await rows(
    restatedRow,
    sql`
      select data_source_id, metric_id, date, (array_agg(value_before order by restated_at))[1] as before,
        (array_agg(value_after order by restated_at desc))[1] as after
      from restated_day
      where team_id = ${team.id} and data_source_id = any(${context.sources.map(({ id }) => id)}) and restated_at >= ${since}
      group by data_source_id, metric_id, date order by date`,
  )
  const bySource = Map.groupBy(found, ({ data_source_id }) => data_source_id)
  return context.sources.map((source) => ({
    project_id: null,
    key: `restated:${source.id}`,
    checkedThrough: now.toISOString(),
    timezone: context.timezone,
    found: withRules(input, restatements(input, source, bySource.get(source.id) ?? [])),
  }))
}

function restatements(input: EvaluationInput, source: Source, days: z.infer<typeof restatedRow>[]) {
  const daysByMetric = Map.groupBy(days, ({ metric_id }) => metric_id)
  return metricsOf(input, source).map((metric_id) => {
    const currency = isMoney(metric_id) ? (source.account_currency ?? input.context.currency) : null
    const subject = { metric_id, data_source_id: source.id, currency }
    return detectRestated(subject, daysByMetric.get(metric_id) ?? [])
  })
}
