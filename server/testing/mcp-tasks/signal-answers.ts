/** The correct answers to the questions about signals and reports in docs/mcp-tasks.md. */
import { expect } from "vitest"
import { run } from "@/domain/kernel/operation"
import { addDays, daysBetween } from "@/domain/metrics/calendar"
import { getReport } from "@/domain/reports/get"
import { type Answers, clientNamed, type Days, periodsOf, select, selectValue, sumOf } from "./stored"

type Signal = { id: string; client_id: string; summary: string; status: string }

const signals = (condition: string) =>
  select<Signal>(
    `select id, client_id, summary, status from signal where ${condition} order by created_at desc, id desc limit 10`,
  )

const daysIn = ({ from, to }: Days) => daysBetween(from, to) + 1

export const signalAnswers: Answers = {
  async 9([team, list]) {
    const open = await signals("status = 'open'")
    const total = await selectValue<number>("select count(*)::int from signal where status = 'open'")
    expect(total).toBeGreaterThan(0)
    expect([team.counts.open_signals, list.total]).toEqual([total, total])
    expect(list.items.map(({ id }: Signal) => id)).toEqual(open.map(({ id }) => id))
  },
  async 10([, signal, query]) {
    const [newest] = await signals("true")
    expect(signal).toMatchObject({ id: newest?.id, untrusted_summary: newest?.summary, status: newest?.status })
    const clientId = newest?.client_id ?? ""
    const { lastDays } = await periodsOf(clientId)
    expect(query.totals.sessions.value).toBeCloseTo(await sumOf(clientId, "sessions", lastDays(28)), 4)
  },
  async 11([, changed]) {
    const [newest] = await signals("status = 'open'")
    expect(changed).toMatchObject({ id: newest?.id, status: "acknowledged", dry_run: true })
  },
  async 12([reports, report, commentary], ctx) {
    const { data } = await run(getReport, ctx, { report_id: reports.items[0].id })
    const expected = data.sections.flatMap(({ widgets }) => widgets.map(({ id }) => id))
    expect(report.widgets.map(({ id }: Signal) => id)).toEqual(expected)
    expect(report).not.toHaveProperty("truncated")
    const id = await clientNamed("Bergamo Bikes")
    const { month } = await periodsOf(id)
    const revenue = await sumOf(id, "revenue", month(1))
    expect(report.widgets[1].totals.revenue.value).toBeCloseTo(revenue, 2)
    const daysBefore = { from: addDays(month(1).from, -daysIn(month(1))), to: addDays(month(1).from, -1) }
    expect(report.widgets[1].totals.revenue.previous).toBeCloseTo(await sumOf(id, "revenue", daysBefore), 2)
    expect(commentary).toMatchObject({ period: month(1), markdown: `Revenue was ${revenue} EUR`, dry_run: true })
    const stored = "select count(*)::int from report_commentary where id = $1"
    expect(await selectValue<number>(stored, commentary.id)).toBe(0)
  },
}
