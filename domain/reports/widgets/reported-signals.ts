/** Finds the signals of a signals widget: those of the report's client in the report's period. */
import { z } from "zod"
import { calendarDate, timestamp } from "@/domain/kernel/fields"
import { id } from "@/domain/kernel/ids"
import { severities, signal } from "@/domain/signals/signal"
import { rows, sql } from "@/prisma/client"
import { reportedCategories, type widgetQueries } from "../widget"

const { severity, direction, impact, status, title, summary } = signal.shape

export const reportedSignal = z.object({
  id: id("signal"),
  category: reportedCategories.meta({ description: "The area of the signal." }),
  severity,
  direction,
  impact,
  status,
  title,
  summary,
  period: z
    .object({
      from: calendarDate().meta({ description: "The first day." }),
      to: calendarDate().meta({ description: "The last day, inclusive." }),
    })
    .meta({ description: "The days that the signal is about." }),
  first_detected_at: timestamp().meta({ description: "The time when the signal was first detected." }),
})
export type ReportedSignal = z.infer<typeof reportedSignal>

export type ReportedSignals = { rows: ReportedSignal[]; rows_total: number }
type SignalsQuery = z.output<typeof widgetQueries.signals>
type ClientPeriod = { teamId: string; clientId: string; from: string; to: string; maxRows: number }

const signalsRow = z.object({ signals: z.array(reportedSignal), rows_total: z.int() })

/**
 * Returns signals whose last day is in the period, most severe first. Dismissed signals were false alarms and are left
 * out.
 */
export async function findReportedSignals(query: SignalsQuery, clientPeriod: ClientPeriod): Promise<ReportedSignals> {
  const { teamId, clientId, from, to, maxRows } = clientPeriod
  const categories = query.category ?? reportedCategories.options
  const allowed = severities.slice(severities.indexOf(query.min_severity))
  const [result] = await rows(
    signalsRow,
    sql`
      with matching as materialized (
        select s.* from signal s
        where s.team_id = ${teamId} and s.client_id = ${clientId} and s.status <> 'dismissed'
          and s.category = any(${[...categories]}) and s.severity = any(${allowed})
          and s.period_to between ${from}::date and ${to}::date
      ), first as (
        select m.*, array_position(${[...severities]}::text[], m.severity) as rank from matching m
        order by rank desc, period_to desc, id desc limit ${Math.min(query.limit, maxRows)}
      )
      select (select count(*)::int from matching) as rows_total, coalesce((
        select json_agg(json_build_object('id', id, 'category', category, 'severity', severity, 'direction', direction,
          'impact', impact, 'status', status, 'title', title, 'summary', summary,
          'period', json_build_object('from', period_from, 'to', period_to), 'first_detected_at', first_detected_at)
          order by rank desc, period_to desc, id desc) from first), '[]') as signals`,
  )
  if (!result) throw new Error("the signals statement returned no row")
  return { rows: result.signals, rows_total: result.rows_total }
}
