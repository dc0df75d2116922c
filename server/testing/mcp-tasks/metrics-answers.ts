/** The correct answers to the questions about clients and metrics in docs/mcp-tasks.md. */
import { expect } from "vitest"
import { catalogue } from "@/domain/metrics/catalogue"
import { type Answers, clientNamed, type Days, descending, periodsOf, select, sumOf, sumsOf } from "./stored"

const bergamo = () => clientNamed("Bergamo Bikes")

type Value = { value: number; previous: number; delta_abs: number }
type Kpi = { metric: string; value: number; previous: number; change: number }
type Row = { untrusted_dims: Record<string, string>; values: Record<string, Value> }

/** The metrics of Bergamo Bikes that add up over days. */
const additiveMetrics = ["ad_spend", "ad_clicks", "sessions", "revenue", "key_events"]

export const metricsAnswers: Answers = {
  async 1([clients, broken]) {
    const active = await select<{ id: string }>("select id from client where status = 'active'")
    expect(idsOf(clients.items)).toEqual(idsOf(active))
    const failing = await select<{ id: string }>(
      "select id from data_source where status in ('error', 'reauth_required', 'paused')",
    )
    expect(failing).not.toEqual([])
    expect(idsOf(broken.items)).toEqual(idsOf(failing))
  },
  async 2([, summary]) {
    const { lastDays } = await periodsOf(await bergamo())
    await expectKpis(summary.kpis, lastDays(28), lastDays(28, 28))
    expect(summary.meta.data_through).toBe(lastDays(1).to)
  },
  async 3([, query]) {
    const id = await bergamo()
    const { lastDays } = await periodsOf(id)
    for (const metric of ["ad_spend", "ad_clicks"]) {
      const now = await sumsOf(id, metric, lastDays(28), "campaign")
      const before = await sumsOf(id, metric, lastDays(28, 28), "campaign")
      expect(namesOf(query.rows, "campaign").toSorted()).toEqual([...now.keys()].toSorted())
      for (const { untrusted_dims, values } of query.rows as Row[]) {
        const [value = 0, previous = 0] = [now, before].map((sums) => sums.get(untrusted_dims["campaign"] ?? ""))
        expectClose(values[metric]?.value, value)
        expectClose(values[metric]?.delta_abs, value - previous)
      }
    }
  },
  async 4([, query]) {
    const id = await bergamo()
    const { month } = await periodsOf(id)
    const spend = await sumsOf(id, "ad_spend", month(1), "campaign")
    const returned = await sumsOf(id, "ad_conversion_value", month(1), "campaign")
    const roas = new Map([...spend].map(([campaign, cost]) => [campaign, (returned.get(campaign) ?? 0) / cost]))
    expect(namesOf(query.rows, "campaign")).toEqual(descending(roas))
    expectClose(query.rows[0].values.ad_roas.value, Math.max(...roas.values()))
  },
  async 5([, query]) {
    const id = await bergamo()
    const { from, to } = (await periodsOf(id)).lastDays(90)
    const weeks = await select<{ week: string; value: number }>(
      `select date_trunc('week', date)::date::text as week, sum(value)::float8 as value from metric_fact
       where client_id = $1 and metric_id = 'sessions' and dimension_set = '' and date between $2::date and $3::date
       group by 1 order by 1`,
      id,
      from,
      to,
    )
    const shown = (query.rows as Row[]).map(({ untrusted_dims, values }) => {
      return { week: untrusted_dims["week"], value: values["sessions"]?.value }
    })
    expect(shown).toEqual(weeks)
  },
  async 6([, query]) {
    const id = await bergamo()
    const revenue = await sumsOf(id, "revenue", (await periodsOf(id)).lastDays(28), "channel")
    expect(namesOf(query.rows, "channel")).toEqual(descending(revenue).slice(0, 5))
    expectClose(query.rows[0].values.revenue.value, Math.max(...revenue.values()))
    expect(query.columns[0].currency).toBe("EUR")
  },
  async 7([, summary]) {
    const { month } = await periodsOf(await bergamo())
    await expectKpis(summary.kpis, month(1), month(13))
    expect(summary.meta.comparison).toMatchObject(month(13))
  },
  async 8([metrics]) {
    const expected = catalogue.filter(
      ({ id, label, definition, answered_by }) =>
        answered_by === "metrics" && /conversion/i.test([id, label, definition].join("\n")),
    )
    expect(expected.map(({ id }) => id)).toContain("ad_conversions")
    expect(metrics.items.map(({ id, definition }: Record<string, unknown>) => ({ id, definition }))).toEqual(
      expected.map(({ id, definition }) => ({ id, definition })),
    )
  },
}

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id).toSorted()
const namesOf = (rows: Row[], dimension: string) => rows.map((row) => row.untrusted_dims[dimension])
const expectClose = (actual: number | undefined, expected: number) => expect(actual).toBeCloseTo(expected, 4)

async function expectKpis(kpis: Kpi[], now: Days, before: Days) {
  const id = await bergamo()
  for (const metric of additiveMetrics) {
    const kpi = kpis.find((candidate) => candidate.metric === metric)
    const value = await sumOf(id, metric, now)
    const previous = await sumOf(id, metric, before)
    expectClose(kpi?.value, value)
    expectClose(kpi?.previous, previous)
    expectClose(kpi?.change, value / previous - 1)
  }
}
