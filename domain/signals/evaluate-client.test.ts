import { describe, expect, it, vi } from "vitest"
import { ownDatabase } from "@/domain/deliveries/testing/own-database"
import type { TeamFacts } from "@/domain/kernel/context"
import { newId } from "@/domain/kernel/ids"
import { log } from "@/domain/kernel/log"
import { run } from "@/domain/kernel/operation"
import { addDays } from "@/domain/metrics/calendar"
import { createSignalRule } from "@/domain/signal-rules/create"
import { freshClient } from "@/domain/testing/client"
import { freshSource } from "@/domain/testing/facts"
import { asKey, asPerson, freshTeam } from "@/domain/testing/team"
import { inTeam, prisma } from "@/prisma/client"
import { backtest } from "./backtest"
import { evaluateDueClient, listDueClients, markUnevaluated } from "./due-clients"
import { evaluateClient } from "./evaluate-client"
import { getSeries } from "./get-series"
import { listSignals } from "./list"

// Other tests create thousands of clients, and the job looks at a thousand at a time.
ownDatabase()

const today = new Date().toISOString().slice(0, 10)
const yesterday = addDays(today, -1)

/** 100 sessions a day for `count` days through yesterday, except the given days. */
const sessions = (count: number, except: Record<string, number> = {}) =>
  Array.from({ length: count }, (_, i) => addDays(yesterday, i + 1 - count)).map((date) => ({
    metric_id: "sessions",
    date,
    value: except[date] ?? 100 + (date.charCodeAt(9) % 5),
  }))

async function setup() {
  const team = await freshTeam()
  const client = await freshClient(team)
  const evaluate = (now = new Date()) => inTeam(team.id, () => evaluateClient(team.id, client.id, now))
  const types = async () => (await signalsOf(team)).map(({ type }) => type).sort()
  return { team, client, evaluate, types }
}

/** Later than what this test has marked as due. */
const inAMinute = () => new Date(Date.now() + 60_000)

const signalsOf = async (team: TeamFacts) => (await run(listSignals, asKey(team), {})).data

describe("the evaluation of metrics", () => {
  it("finds a drop of brand queries that other queries hide, and shows its series", async () => {
    const { team, client, evaluate } = await setup()
    await inTeam(team.id, () =>
      prisma.client.updateMany({ where: { id: client.id, team_id: team.id }, data: { name: "Bergamo Bikes" } }),
    )
    const days = Array.from({ length: 120 }, (_, i) => addDays(yesterday, i - 119))
    const clicks = (query: string, date: string, value: number) => ({
      metric_id: "search_clicks",
      date,
      dims: { query },
      value: value + (date.charCodeAt(9) % 5),
    })
    const facts = days.flatMap((date) => [
      clicks("bergamobikes shop", date, date === yesterday ? 5 : 60),
      clicks("Bergamo Bikes", date, date === yesterday ? 5 : 60),
      clicks("city bike", date, 5_000),
      clicks("__other__", date, 900),
    ])
    await freshSource(team, client, facts, { provider: "search_console" })
    await evaluate()
    const found = (await signalsOf(team)).filter(({ type }) => type === "search_traffic_drop")
    expect(found).toMatchObject([{ subject: { filter: { query_group: "brand" } }, period: { to: yesterday } }])
    expect(found[0]?.title).toMatch(/^Search clicks \(brand queries\) \d+% below expected$/)
    const { data: series } = await run(getSeries, asPerson(team), { signal_id: found[0]?.id ?? "" })
    expect(series?.points.at(-1)).toEqual({ date: yesterday, value: 10 + 2 * (yesterday.charCodeAt(9) % 5) })
  })

  it("skips a rule whose stored settings do not fit its type, and applies the others", async () => {
    const { team, client, evaluate, types } = await setup()
    await freshSource(team, client, sessions(70, { [yesterday]: 0 }))
    const rule = {
      type: "metric_threshold" as const,
      client_id: client.id,
      params: { comparator: "at_most", limit: 0 },
    }
    const create = (name: string, metric_id: string) =>
      run(createSignalRule, asPerson(team), { ...rule, name, params: { ...rule.params, metric_id } })
    const { data: broken } = await create("Broken", "sessions")
    await create("Works", "sessions")
    await inTeam(team.id, () =>
      prisma.signalRule.updateMany({ where: { id: broken.id, team_id: team.id }, data: { params: { limit: "many" } } }),
    )
    const warned = vi.spyOn(log, "warn").mockReturnValue()
    await evaluate()
    expect(await types()).toEqual(["metric_flatline", "metric_threshold"])
    expect(warned).toHaveBeenCalledWith({ team_id: team.id, rule_id: broken.id }, expect.any(String))
    warned.mockRestore()
  })

  it("does not examine the metrics of a rule that is turned off, even if one of them no longer exists", async () => {
    const { team, client, evaluate, types } = await setup()
    const page_views = sessions(70, { [yesterday]: 0 }).map((day) => ({ ...day, metric_id: "page_views" }))
    await freshSource(team, client, page_views)
    const rule = { type: "metric_anomaly" as const, client_id: client.id, params: { metric_ids: ["page_views"] } }
    const { data } = await run(createSignalRule, asPerson(team), { ...rule, name: "Off", is_enabled: false })
    await evaluate()
    expect(await types()).toEqual([])
    const params = { metric_ids: ["page_views", "metric_of_an_older_version"] }
    await inTeam(team.id, () =>
      prisma.signalRule.updateMany({ where: { id: data.id, team_id: team.id }, data: { params } }),
    )
    await evaluate()
    expect(await types()).toEqual([])
  })

  it("applies the alert budget of a rule about anomalies to rises of search clicks", async () => {
    const { team, client, evaluate, types } = await setup()
    const clicks = Array.from({ length: 400 }, (_, i) => ({
      metric_id: "search_clicks",
      date: addDays(yesterday, i - 399),
      value: i === 399 ? 1_700 : 1_000 + ((i * 7919) % 613),
    }))
    await freshSource(team, client, clicks, { provider: "search_console" })
    await evaluate()
    expect(await types()).toEqual([])
    const rule = { name: "Budget", client_id: client.id, params: { alerts_per_month: 6 } }
    await run(createSignalRule, asPerson(team), { type: "search_traffic_drop", ...rule })
    await evaluate()
    expect(await types()).toEqual([])
    await run(createSignalRule, asPerson(team), { type: "metric_anomaly", ...rule })
    await evaluate()
    expect(await types()).toEqual(["metric_anomaly"])
  })

  it("creates no signal about days of an import that ended long ago", async () => {
    const { team, client, evaluate, types } = await setup()
    const ended = sessions(200).slice(0, 100)
    const last = ended.at(-1) as (typeof ended)[number]
    await freshSource(team, client, [...ended.slice(0, -1), { ...last, value: 0 }])
    await evaluate()
    expect(await types()).toEqual([])
    await evaluate(new Date(addDays(last.date, 29)))
    expect(await types()).toContain("metric_flatline")
  })

  it("creates a signal for a day without data, once, and shows its series", async () => {
    const { team, client, evaluate } = await setup()
    const source = await freshSource(team, client, sessions(70, { [yesterday]: 0 }))
    await evaluate()
    await evaluate()
    const flat = (await signalsOf(team)).filter(({ type }) => type === "metric_flatline")
    expect(flat).toMatchObject([
      {
        severity: "critical",
        occurrences: 1,
        subject: { kind: "metric", metric_id: "sessions", data_source_id: source },
        period: { from: yesterday, to: yesterday },
      },
    ])
    const { data: series } = await run(getSeries, asPerson(team), { signal_id: flat[0]?.id ?? "" })
    expect(series).toMatchObject({ metric_id: "sessions", label: "Sessions", unit: "count" })
    expect(series?.points.at(-1)).toEqual({ date: yesterday, value: 0 })
  })

  it("reports a day without data once, not also as an unusual value, unless flatlines are turned off", async () => {
    const { team, client, evaluate, types } = await setup()
    await freshSource(team, client, sessions(200, { [yesterday]: 0 }))
    await evaluate()
    expect(await types()).toEqual(["metric_flatline"])
    const rule = { name: "No flatlines", type: "metric_flatline" as const, client_id: client.id, is_enabled: false }
    await run(createSignalRule, asPerson(team), rule)
    await evaluate()
    expect(await types()).toEqual(["metric_anomaly", "metric_flatline"])
  })

  it("ignores days that are not final and days that are long past", async () => {
    const { team, client, evaluate, types } = await setup()
    await freshSource(team, client, sessions(70, { [yesterday]: 0, [addDays(yesterday, -20)]: 0 }), {
      final_through: new Date(addDays(yesterday, -1)),
    })
    await evaluate()
    expect(await types()).not.toContain("metric_flatline")
  })

  it("creates a signal for each threshold rule that is crossed, and none for a type that is turned off", async () => {
    const { team, client, evaluate, types } = await setup()
    await freshSource(team, client, sessions(70, { [yesterday]: 0 }))
    const rule = { client_id: client.id, cooldown_hours: 0 }
    const params = { metric_id: "sessions", comparator: "below", limit: 50 }
    const ada = asPerson(team)
    await run(createSignalRule, ada, { type: "metric_threshold", name: "Low", params, ...rule })
    await run(createSignalRule, ada, {
      type: "metric_threshold",
      name: "Lower",
      params: { ...params, limit: 0 },
      ...rule,
    })
    for (const type of ["metric_flatline", "metric_anomaly"] as const)
      await run(createSignalRule, ada, { type, name: "Off", is_enabled: false })
    await evaluate()
    expect(await types()).toEqual(["metric_threshold"])
  })

  it("leaves out clients that are paused", async () => {
    const { team, client, evaluate, types } = await setup()
    await freshSource(team, client, sessions(70, { [yesterday]: 0 }))
    await inTeam(team.id, () => prisma.client.updateMany({ where: { id: client.id }, data: { status: "paused" } }))
    expect(await evaluate()).toEqual([])
    expect(await types()).toEqual([])
  })
})

it("the evaluation of data sources reports those that are stale or need a sign-in", async () => {
  const { team, client, evaluate, types } = await setup()
  const daily = { sync_frequency: "daily", status: "active" }
  await freshSource(team, client, [], { ...daily, last_success_at: new Date(Date.now() - 72 * 3_600_000) })
  await freshSource(team, client, [], { ...daily, last_success_at: new Date() })
  await freshSource(team, client, [], { status: "reauth_required", status_reason: "invalid_grant" })
  await evaluate()
  expect(await types()).toEqual(["data_source_disconnected", "data_source_stale"])
})

it("the evaluation of goals reports a budget that is spent, and shows the total of its days", async () => {
  const { team, client, evaluate, types } = await setup()
  const days = sessions(70).map(({ date }) => ({ metric_id: "ad_spend", date, value: 10 }))
  await freshSource(team, client, days, { provider: "google_ads" })
  const budget = { period: "custom", starts_on: new Date(addDays(today, -30)), ends_on: new Date(addDays(today, 10)) }
  const goal = { id: newId("goal"), team_id: team.id, client_id: client.id, metric_id: "ad_spend", target: 250 }
  await inTeam(team.id, () => prisma.goal.create({ data: { ...goal, ...budget, comparator: "at_most" } }))
  await evaluate()
  expect(await types()).toEqual(["budget_exceeded"])
  const [spent] = await signalsOf(team)
  const { data: series } = await run(getSeries, asPerson(team), { signal_id: spent?.id ?? "" })
  expect(series).toMatchObject({ metric_id: "ad_spend", is_total: true })
  expect(series?.points[0]).toEqual({ date: addDays(today, -30), value: 10 })
  expect(series?.points.at(-1)).toEqual({ date: yesterday, value: 300 })
})

it("the chart of a goal contains its first day, even if today is already final", async () => {
  const { team, client, evaluate } = await setup()
  const days = Array.from({ length: 70 }, (_, i) => ({
    metric_id: "ad_spend",
    date: addDays(today, i - 69),
    value: 10,
  }))
  // A day of an account far in the east ends before it ends in UTC.
  const final = { data_through: new Date(today), final_through: new Date(today) }
  await freshSource(team, client, days, { provider: "google_ads", ...final })
  const budget = { period: "custom", starts_on: new Date(addDays(today, -30)), ends_on: new Date(addDays(today, 10)) }
  const goal = { id: newId("goal"), team_id: team.id, client_id: client.id, metric_id: "ad_spend", target: 250 }
  await inTeam(team.id, () => prisma.goal.create({ data: { ...goal, ...budget, comparator: "at_most" } }))
  await evaluate()
  const [spent] = await signalsOf(team)
  const { data: series } = await run(getSeries, asPerson(team), { signal_id: spent?.id ?? "" })
  expect(series?.points[0]).toEqual({ date: addDays(today, -30), value: 10 })
  expect(series?.points.at(-1)).toEqual({ date: today, value: 310 })
})

it("a budget does not wait for sources of other metrics or for disconnected ones, and neither does its chart", async () => {
  const { team, client, evaluate, types } = await setup()
  const spend = sessions(70).map(({ date }) => ({ metric_id: "ad_spend", date, value: 10 }))
  const until = (day: string) => ({ data_through: new Date(day), final_through: new Date(day) })
  const longAgo = addDays(today, -40)
  await freshSource(team, client, spend, { provider: "google_ads", ...until(yesterday) })
  await freshSource(team, client, spend.slice(0, 20), {
    ...{ provider: "meta_ads", status: "disconnected" },
    ...until(longAgo),
  })
  await freshSource(team, client, sessions(20), { provider: "ga4", ...until(longAgo) })
  const budget = { period: "custom", starts_on: new Date(addDays(today, -30)), ends_on: new Date(addDays(today, 10)) }
  const goal = { id: newId("goal"), team_id: team.id, client_id: client.id, metric_id: "ad_spend", target: 250 }
  await inTeam(team.id, () => prisma.goal.create({ data: { ...goal, ...budget, comparator: "at_most" } }))
  await evaluate()
  expect(await types()).toContain("budget_exceeded")
  const spent = (await signalsOf(team)).find(({ type }) => type === "budget_exceeded")
  const { data: series } = await run(getSeries, asPerson(team), { signal_id: spent?.id ?? "" })
  expect(series?.points.at(-1)).toEqual({ date: yesterday, value: 300 })
})

describe("the clients that are due", () => {
  const row = (client_id: string) => prisma.signalEvaluation.findFirst({ where: { client_id } })

  it("contain a client from the end of a sync until it is evaluated", async () => {
    const { team, client, types } = await setup()
    const data_source_id = await freshSource(team, client, sessions(70, { [yesterday]: 0 }))
    const finish = () =>
      inTeam(team.id, () =>
        prisma.syncRun.create({
          data: {
            id: newId("syncRun"),
            team_id: team.id,
            data_source_id,
            trigger: "manual",
            status: "succeeded",
            finished_at: new Date(),
          },
        }),
      )
    await finish()
    expect(await listDueClients(inAMinute())).toContain(client.id)
    expect(await evaluateDueClient(client.id)).toBeGreaterThan(0)
    expect(await listDueClients(inAMinute())).not.toContain(client.id)
    expect(await types()).toContain("metric_flatline")
    expect(await evaluateDueClient(client.id)).toBe(0)
    await finish()
    expect(await listDueClients(inAMinute())).toContain(client.id)
  })

  it("contain every active client a day after its last evaluation", async () => {
    const { team, client } = await setup()
    const paused = await freshClient(team, { status: "paused" })
    await markUnevaluated(new Date())
    await evaluateDueClient(client.id)
    await markUnevaluated(new Date())
    expect(await inTeam(team.id, () => row(client.id))).toMatchObject({ due_at: null })
    const tomorrow = new Date(Date.now() + 21 * 3_600_000)
    await markUnevaluated(tomorrow)
    expect(await listDueClients(tomorrow)).toContain(client.id)
    expect(await inTeam(team.id, () => row(paused.id))).toBeNull()
  })
})

describe("signals.backtest", () => {
  it("returns the signals that the rule would have created in the last year, and stores nothing", async () => {
    const { team, client } = await setup()
    const days = [10, 100, 200].map((ago) => addDays(yesterday, -ago))
    const zeros = Object.fromEntries([...days, addDays(yesterday, -390)].map((date) => [date, 0]))
    await freshSource(team, client, sessions(500, zeros))
    const ada = asPerson(team, "viewer")
    const { data } = await run(backtest, ada, { client_id: client.id, type: "metric_flatline" })
    expect(data).toMatchObject({ total: 3, series: [{ metric_id: "sessions", data_source_name: "Test source" }] })
    expect(data.series[0]?.signals.map(({ from }) => from)).toEqual(days.toReversed())
    expect(data.series[0]?.days).toHaveLength(365)
    const limit = { metric_id: "sessions", comparator: "below", limit: 1 }
    const threshold = await run(backtest, ada, { client_id: client.id, type: "metric_threshold", params: limit })
    expect(threshold.data.series[0]?.signals.map(({ to }) => to)).toEqual(days.toReversed())
    expect(await signalsOf(team)).toEqual([])
  })

  it("returns a signal of the first day of the year, and none of the day before", async () => {
    const { team, client } = await setup()
    const first = addDays(yesterday, -364)
    await freshSource(team, client, sessions(500, { [first]: 0, [addDays(first, -8)]: 0 }))
    const { data } = await run(backtest, asPerson(team), { client_id: client.id, type: "metric_flatline" })
    expect(data.from).toBe(first)
    expect(data.series[0]?.signals.map(({ to }) => to)).toEqual([first])
  })

  it("reports the last days of a source if they have no data, as an evaluation does", async () => {
    const { team, client, evaluate } = await setup()
    const delivered = { data_through: new Date(yesterday), final_through: new Date(yesterday) }
    await freshSource(team, client, sessions(500).slice(0, -2), delivered)
    await evaluate()
    const [flat] = await signalsOf(team)
    const { data } = await run(backtest, asPerson(team), { client_id: client.id, type: "metric_flatline" })
    const { title, period } = flat ?? {}
    expect(data.series[0]?.signals).toMatchObject([{ title, from: period?.from, to: yesterday }])
  })

  it("covers a year until the last final day of each source", async () => {
    const { team, client } = await setup()
    const ago = (n: number) => addDays(yesterday, -n)
    await freshSource(team, client, sessions(500).slice(0, -30))
    await freshSource(team, client, sessions(500).slice(0, -2))
    const { data } = await run(backtest, asPerson(team), { client_id: client.id, type: "metric_flatline" })
    expect(data).toMatchObject({ from: ago(394), to: ago(2) })
    expect(data.series.map(({ days }) => [days[0]?.date, days.at(-1)?.date]).sort()).toEqual([
      [ago(394), ago(30)],
      [ago(366), ago(2)],
    ])
  })

  it("merges days of one condition, and leaves out what the cooldown or the severity excludes", async () => {
    const { team, client } = await setup()
    const ago = (n: number) => addDays(yesterday, -n)
    await freshSource(team, client, sessions(500, { [ago(50)]: 0, [ago(49)]: 0, [ago(44)]: 0 }))
    const total = async (more: object) => {
      const { data } = await run(backtest, asPerson(team), { client_id: client.id, type: "metric_flatline", ...more })
      return data.total
    }
    expect([await total({ cooldown_hours: 0 }), await total({ cooldown_hours: 240 })]).toEqual([2, 1])
    const limit = { metric_id: "sessions", comparator: "below", limit: 1 }
    const floor = { type: "metric_threshold", params: limit, severity_floor: "critical" }
    expect(await total(floor)).toBe(0)
  })
})
