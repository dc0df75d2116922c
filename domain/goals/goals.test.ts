import { describe, expect, it } from "vitest"
import { listAudit } from "@/domain/audit/list"
import { archiveClient } from "@/domain/clients/archive"
import { newId } from "@/domain/kernel/ids"
import { run } from "@/domain/kernel/operation"
import { addDays } from "@/domain/metrics/calendar"
import { getReportData } from "@/domain/reports/get-data"
import { evaluateClient } from "@/domain/signals/evaluate-client"
import { listSignals } from "@/domain/signals/list"
import { freshClient } from "@/domain/testing/client"
import { freshSource } from "@/domain/testing/facts"
import { freshGoal } from "@/domain/testing/goal"
import { now, reportWithFacts } from "@/domain/testing/live-report"
import { freshReport } from "@/domain/testing/report"
import { asKey, asPerson, freshTeam } from "@/domain/testing/team"
import { inTeam } from "@/prisma/client"
import { archiveGoal } from "./archive-goal"
import { createGoal } from "./create-goal"
import { listGoals } from "./list-goals"
import { restoreGoal } from "./restore-goal"
import { updateGoal } from "./update-goal"

async function setup() {
  const team = await freshTeam({ currency: "EUR" })
  const client = await freshClient(team)
  const create = (more: object = {}, role: "viewer" | "member" = "member") =>
    run(createGoal, asPerson(team, role, now), {
      client_id: client.id,
      metric: "sessions",
      period: "month",
      starts_on: "2026-11-01",
      target: 4_000,
      ...more,
    })
  const list = async (query: object = {}) =>
    (await run(listGoals, asKey(team, undefined, now), { client_id: client.id, ...query })).data
  return { team, client, create, list }
}

describe("clients.createGoal", () => {
  it("fills in the end of the month and the comparator, and writes an audit entry", async () => {
    const { team, client, create, list } = await setup()
    const { data } = await create()
    expect(data).toMatchObject({
      client_id: client.id,
      metric: "sessions",
      label: "Sessions",
      unit: "count",
      currency: null,
      filter: {},
      ends_on: "2026-11-30",
      comparator: "at_least",
      status: "active",
      value: null,
      data_through: null,
    })
    expect(await list()).toEqual([data])
    const { data: entries } = await run(listAudit, asPerson(team), { subject_id: data.id })
    expect(entries).toMatchObject([{ action: "goal.created", after: { client_id: client.id, target: 4_000 } }])
  })

  it("accepts quarters and other periods, and makes a goal for ad spend a budget", async () => {
    const { create } = await setup()
    expect((await create({ period: "quarter", starts_on: "2026-10-01" })).data.ends_on).toBe("2026-12-31")
    const custom = { period: "custom", starts_on: "2026-11-05", ends_on: "2026-11-05" }
    expect((await create(custom)).data).toMatchObject(custom)
    const budget = await create({ metric: "ad_spend", filter: { provider: ["google_ads"] } })
    expect(budget.data).toMatchObject({ comparator: "at_most", currency: "EUR", unit: "money" })
  })

  it.each([
    [{ metric: "nope" }, "metric"],
    [{ metric: "users" }, "metric"],
    [{ metric: "ai_visibility" }, "metric"],
    [{ target: 0 }, "target"],
    [{ target: -1 }, "target"],
    [{ metric: "bounce_rate", target: 40 }, "target"],
    [{ metric: "search_position", target: 0.5 }, "target"],
    [{ metric: "ad_spend", comparator: "at_least" }, "comparator"],
    [{ filter: { color: ["red"] } }, "filter"],
    [{ starts_on: "2026-11-02" }, "starts_on"],
    [{ period: "quarter" }, "starts_on"],
    [{ ends_on: "2026-11-29" }, "ends_on"],
    [{ period: "custom" }, "ends_on"],
    [{ period: "custom", ends_on: "2026-10-31" }, "ends_on"],
    [{ period: "custom", ends_on: "2027-11-30" }, "ends_on"],
  ])("rejects %o", async (more, parameter) => {
    const { create } = await setup()
    await expect(create(more)).rejects.toMatchObject({ code: "parameter_invalid", errors: [{ parameter }] })
  })

  it("accepts a return on ad spend above 1", async () => {
    const { create } = await setup()
    expect((await create({ metric: "ad_roas", target: 4 })).data.target).toBe(4)
  })

  it("rejects a second goal for the same metric, period and filter, in any order", async () => {
    const { create } = await setup()
    const { data } = await create({ filter: { channel: ["Email", "Direct"], device: ["mobile"] } })
    await expect(create({ filter: { device: ["mobile"], channel: ["Direct", "Email"] } })).rejects.toMatchObject({
      code: "already_exists",
      extra: { goal_id: data.id },
    })
    expect((await create({ filter: { device: ["mobile"] } })).data.status).toBe("active")
  })

  it("rejects viewers, archived clients and clients of other teams", async () => {
    const { team, client, create } = await setup()
    await expect(create({}, "viewer")).rejects.toMatchObject({ code: "role_missing" })
    const other = await freshClient(await freshTeam())
    await expect(create({ client_id: other.id })).rejects.toMatchObject({ code: "resource_not_found" })
    await run(archiveClient, asPerson(team), { client_id: client.id })
    await expect(create()).rejects.toMatchObject({ code: "state_conflict" })
  })
})

describe("clients.updateGoal", () => {
  it("changes the target and the period, and records both in the audit log", async () => {
    const { team, create } = await setup()
    const { id: goal_id } = (await create()).data
    const update = (change: object) => run(updateGoal, asPerson(team, "member", now), { goal_id, ...change })
    expect((await update({ target: 5_000 })).data).toMatchObject({ target: 5_000, ends_on: "2026-11-30" })
    expect((await update({ starts_on: "2026-12-01" })).data).toMatchObject({ ends_on: "2026-12-31", target: 5_000 })
    await expect(update({ target: 0 })).rejects.toMatchObject({ errors: [{ parameter: "target" }] })
    await expect(update({ metric: "users" })).rejects.toMatchObject({ code: "parameter_unknown" })
    const { data: entries } = await run(listAudit, asPerson(team), { subject_id: goal_id })
    expect(entries.at(-2)).toMatchObject({
      action: "goal.updated",
      before: { metric: "sessions", target: 4_000 },
      after: { metric: "sessions", target: 5_000 },
    })
  })

  it("rejects the period of another goal, viewers and other teams", async () => {
    const { team, create } = await setup()
    await create()
    const { id: goal_id } = (await create({ starts_on: "2026-12-01" })).data
    const change = { goal_id, starts_on: "2026-11-01" }
    await expect(run(updateGoal, asPerson(team), change)).rejects.toMatchObject({ code: "already_exists" })
    await expect(run(updateGoal, asPerson(team, "viewer"), change)).rejects.toMatchObject({ code: "role_missing" })
    await expect(run(updateGoal, asPerson(await freshTeam()), change)).rejects.toMatchObject({
      code: "resource_not_found",
    })
  })
})

describe("clients.archiveGoal", () => {
  it("archives a goal, and allows a new one with the same period", async () => {
    const { team, create, list } = await setup()
    const { id: goal_id } = (await create()).data
    const archive = () => run(archiveGoal, asPerson(team, "member", now), { goal_id })
    expect((await archive()).data.status).toBe("archived")
    expect(await list()).toEqual([])
    expect(await list({ status: ["archived"] })).toMatchObject([{ id: goal_id }])
    await expect(archive()).rejects.toMatchObject({ code: "state_conflict" })
    await expect(run(updateGoal, asPerson(team), { goal_id, target: 1 })).rejects.toMatchObject({
      code: "state_conflict",
    })
    expect((await create()).data.status).toBe("active")
    await expect(run(archiveGoal, asPerson(await freshTeam()), { goal_id: newId("goal") })).rejects.toMatchObject({
      code: "resource_not_found",
    })
  })
})

describe("clients.restoreGoal", () => {
  it("restores the goal with its status, and writes an audit entry", async () => {
    const { team, client, list } = await setup()
    const goal_id = await freshGoal(team, client, { status: "met", filter: { channel: ["Email"] } })
    const restore = (role: "viewer" | "member" = "member") => run(restoreGoal, asPerson(team, role, now), { goal_id })
    await expect(restore()).rejects.toMatchObject({ code: "state_conflict" })
    await run(archiveGoal, asPerson(team), { goal_id })
    await expect(restore("viewer")).rejects.toMatchObject({ code: "role_missing" })
    const { data } = await restore()
    expect(data).toMatchObject({ id: goal_id, status: "met", filter: { channel: ["Email"] } })
    expect(await list()).toEqual([data])
    const { data: entries } = await run(listAudit, asPerson(team), { subject_id: goal_id })
    expect(entries.find(({ action }) => action === "goal.restored")).toMatchObject({
      before: { status: "archived" },
      after: { metric: "sessions", client_id: client.id, status: "met" },
    })
    await run(archiveGoal, asPerson(team), { goal_id })
    expect((await restore()).data.status, "archived and restored twice").toBe("met")
  })

  it("makes a goal active that was archived before its status was stored", async () => {
    const { team, client } = await setup()
    const goal_id = await freshGoal(team, client, { status: "archived" })
    expect((await run(restoreGoal, asPerson(team), { goal_id })).data.status).toBe("active")
  })

  it("rejects a goal whose metric, period and filter another goal has, and goals of other teams", async () => {
    const { team, create, list } = await setup()
    const { id: goal_id } = (await create()).data
    await run(archiveGoal, asPerson(team), { goal_id })
    const { id: other } = (await create()).data
    const restore = () => run(restoreGoal, asPerson(team), { goal_id })
    await expect(restore()).rejects.toMatchObject({ code: "already_exists", extra: { goal_id: other } })
    await run(archiveGoal, asPerson(team), { goal_id: other })
    await restore()
    expect(await list()).toMatchObject([{ id: goal_id }])
    await expect(create(), "the restored goal counts").rejects.toMatchObject({ code: "already_exists" })
    await expect(run(restoreGoal, asPerson(await freshTeam()), { goal_id })).rejects.toMatchObject({
      code: "resource_not_found",
    })
  })
})

describe("clients.listGoals", () => {
  it("returns the value, the pace and the forecast, as the goal widget of a report does", async () => {
    const goal_id = newId("goal")
    const { team, client, live } = await reportWithFacts([{ kind: "goal", query: { goal_id } }])
    await freshGoal(team, client, { id: goal_id })
    const { data } = await run(listGoals, asKey(team, undefined, now), { client_id: client.id })
    const [listed] = data
    expect(listed).toMatchObject({
      id: goal_id,
      value: 1_900,
      progress: 0.475,
      expected_share: 19 / 30,
      pacing: 1_900 / (4_000 * (19 / 30)),
      forecast: { value: 1_900 + 11 * 55, level: 0.8 },
      data_through: "2026-11-19",
    })
    const shown = (await live()).data.widgets[0]?.goal
    const { goal_id: id, ...same } = shown ?? { goal_id: "" }
    expect(listed).toMatchObject({ ...same, id })
    expect(Object.keys(same)).toContain("forecast")
  })

  it("is in the client's currency, even if the report has another currency", async () => {
    const { team, client, create } = await setup()
    const spend = Array.from({ length: 40 }, (_, n) => ({
      metric_id: "ad_spend",
      date: addDays("2026-10-11", n),
      value: 10,
    }))
    await freshSource(team, client, spend, { provider: "google_ads", account_currency: "EUR" })
    const { data: goal } = await create({ metric: "ad_spend", target: 400 })
    expect(goal).toMatchObject({ value: 190, currency: "EUR", progress: 0.475 })
    const widget = { kind: "goal" as const, query: { goal_id: goal.id } }
    const { id: report_id } = await freshReport(team, client, [widget], { currency: "USD" })
    const { data } = await run(getReportData, asKey(team, undefined, now), { report_id })
    expect(data.widgets[0]).toMatchObject({ columns: [{ currency: "EUR" }], goal: { value: 190, progress: 0.475 } })
  })

  it("counts the days of a ratio that have only one of its parts", async () => {
    const { team, client, create, list } = await setup()
    const facts = Array.from({ length: 40 }, (_, n) => addDays("2026-10-11", n)).flatMap((date, n) => [
      { metric_id: "ad_spend", date, value: 100 },
      ...(n % 2 === 0 ? [{ metric_id: "ad_conversions", date, value: 10 }] : []),
    ])
    await freshSource(team, client, facts, { provider: "google_ads", account_currency: "EUR" })
    await create({ metric: "ad_cpa", comparator: "at_most", target: 15 })
    const [goal] = await list()
    expect(goal?.value).toBeCloseTo(1_900 / 90, 6)
    expect(goal?.forecast?.value).toBeCloseTo(3_000 / 145, 6)
  })

  it("leaves the value of amounts without an exchange rate unknown, and does not judge the goal", async () => {
    const { team, client, create, list } = await setup()
    const spend = Array.from({ length: 40 }, (_, n) => ({
      metric_id: "ad_spend",
      date: addDays("2026-10-11", n),
      value: 10,
    }))
    await freshSource(team, client, spend, { provider: "google_ads", account_currency: "EUR" })
    const everyThirdDay = spend.filter((_, n) => n % 3 === 0)
    await freshSource(team, client, everyThirdDay, { provider: "meta_ads", account_currency: "XHA" })
    await create({ metric: "ad_spend", target: 50 })
    await create({ metric: "ad_spend", target: 50, starts_on: "2026-10-01" })
    const [november, october] = await list()
    expect(november).toMatchObject({ value: null, progress: null, pacing: null, forecast: null })
    expect(october).toMatchObject({ value: null, progress: null, pacing: null, forecast: null })
    const created = await inTeam(team.id, () => evaluateClient(team.id, client.id, new Date("2026-11-20T12:00:00Z")))
    expect(created).toEqual([])
    expect((await list()).map(({ status }) => status)).toEqual(["active", "active"])
  })

  it("filters by status and by a day of the period, page by page", async () => {
    const { team, client, create, list } = await setup()
    await create()
    await create({ starts_on: "2026-12-01" })
    await freshGoal(team, client, { metric_id: "key_events", status: "met" })
    const periods = (goals: Awaited<ReturnType<typeof list>>) => goals.map((one) => [one.metric, one.starts_on]).sort()
    expect(periods(await list())).toEqual([
      ["key_events", "2026-11-01"],
      ["sessions", "2026-11-01"],
      ["sessions", "2026-12-01"],
    ])
    expect(periods(await list({ status: ["met"] }))).toEqual([["key_events", "2026-11-01"]])
    expect(periods(await list({ active_on: "2026-12-31" }))).toEqual([["sessions", "2026-12-01"]])
    const page = await run(listGoals, asKey(team), { client_id: client.id, limit: 2 })
    expect(page.meta).toMatchObject({ total: 3, truncated: true })
    const next = { client_id: client.id, limit: 2, cursor: page.meta.next_cursor ?? "" }
    expect((await run(listGoals, asKey(team), next)).data).toHaveLength(1)
  })
})

describe("the status of a goal", () => {
  it("is set when the data of the last day is final", async () => {
    const { team, client, list } = await setup()
    const facts = Array.from({ length: 60 }, (_, n) => ({
      metric_id: "sessions",
      date: addDays("2026-09-20", n),
      value: 100,
    }))
    await freshSource(team, client, facts)
    const october = { starts_on: new Date("2026-10-01"), ends_on: new Date("2026-10-31") }
    const met = await freshGoal(team, client, { ...october, target: 3_100 })
    const from2nd = { ...october, period: "custom", starts_on: new Date("2026-10-02") }
    const missed = await freshGoal(team, client, { ...from2nd, target: 3_000.5 })
    const open = await freshGoal(team, client)
    const evaluate = () => inTeam(team.id, () => evaluateClient(team.id, client.id, new Date("2026-11-05T12:00:00Z")))
    await evaluate()
    const statuses = async () =>
      Object.fromEntries(
        (await list({ status: ["active", "met", "missed", "archived"] })).map(({ id, status }) => [id, status]),
      )
    expect(await statuses()).toEqual({ [met]: "met", [missed]: "missed", [open]: "active" })
    await run(updateGoal, asPerson(team), { goal_id: missed, target: 3_000 })
    expect((await statuses())[missed]).toBe("active")
    await evaluate()
    expect((await statuses())[missed]).toBe("met")
  })

  it("and its signal do not wait for days without rows, if the data covers them", async () => {
    const { team, client, create, list } = await setup()
    const october = Array.from({ length: 29 }, (_, n) => ({
      metric_id: "sessions",
      date: addDays("2026-10-01", n),
      value: 9,
    }))
    const until = (day: string) => ({ data_through: new Date(day), final_through: new Date(day) })
    await freshSource(team, client, october, until("2026-11-04"))
    await create({ starts_on: "2026-10-01", target: 1_000 })
    const now = new Date("2026-11-05T12:00:00Z")
    await inTeam(team.id, () => evaluateClient(team.id, client.id, now))
    expect(await list()).toMatchObject([{ status: "missed" }])
    const { data: signals } = await run(listSignals, asKey(team), { type: ["goal_off_track"] })
    expect(signals).toMatchObject([{ title: "Sessions goal missed", period: { to: "2026-10-31" } }])
  })

  it("is set long after the end of the goal, without a signal", async () => {
    const { team, client, create, list } = await setup()
    const sessions = (from: string) =>
      Array.from({ length: 31 }, (_, n) => ({ metric_id: "sessions", date: addDays(from, n), value: 100 }))
    await freshSource(team, client, [...sessions("2025-03-01"), ...sessions("2026-10-01")])
    const march = await create({ starts_on: "2025-03-01", target: 3_100 })
    const fromMarch2nd = { period: "custom", starts_on: "2025-03-02", ends_on: "2025-03-31", target: 3_001 }
    const missed = await create(fromMarch2nd)
    const withoutRows = await create({ starts_on: "2025-05-01" })
    const withoutData = await create({ starts_on: "2025-08-01" })
    const created = await inTeam(team.id, () => evaluateClient(team.id, client.id, new Date("2026-11-05T12:00:00Z")))
    expect(Object.fromEntries((await list()).map(({ id, status }) => [id, status]))).toEqual({
      [march.data.id]: "met",
      [missed.data.id]: "missed",
      [withoutRows.data.id]: "missed",
      [withoutData.data.id]: "active",
    })
    expect(created).toEqual([])
  })
})
