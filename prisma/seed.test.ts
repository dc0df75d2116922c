import { afterAll, describe, expect, it } from "vitest"
import { listClients } from "@/domain/clients/list"
import { queryClientMetrics } from "@/domain/clients/query-metrics"
import { listConnections } from "@/domain/connections/list"
import { listCalls } from "@/domain/connections/list-calls"
import { getDelivery } from "@/domain/deliveries/get"
import { listDeliveries } from "@/domain/deliveries/list"
import type { EventType } from "@/domain/events/catalogue"
import { eventSchemas } from "@/domain/events/event"
import { allOperations } from "@/domain/index"
import type { TeamFacts } from "@/domain/kernel/context"
import { run } from "@/domain/kernel/operation"
import { getKeyRequest } from "@/domain/keys/get-request"
import { getKeyUsage } from "@/domain/keys/get-usage"
import { listKeyRequests } from "@/domain/keys/list-requests"
import { addDays, dayIn } from "@/domain/metrics/calendar"
import { signIn } from "@/domain/people/sign-in"
import { getReportData } from "@/domain/reports/get-data"
import { listReports } from "@/domain/reports/list"
import { getOverview } from "@/domain/teams/get-overview"
import { listMembers } from "@/domain/teams/list-members"
import { asAnybody } from "@/domain/testing/person"
import { asKey, asPerson } from "@/domain/testing/team"
import { listWebhooks } from "@/domain/webhooks/list"
import { acrossTeams, prisma } from "./client"
import { type DemoAccount, seed } from "./seed"

let account: DemoAccount | undefined
/** The time of seeding, because midnight may pass before a test reads the data. */
let seededAt = new Date()

/** Seeds like two processes that start at the same time. */
async function runSeed() {
  if (!account) {
    seededAt = new Date()
    const accounts = await Promise.all([seed(), seed()])
    account = accounts.find((created) => created !== null)
    expect(accounts).toContain(null)
  }
  return account as DemoAccount
}
const demoTeam = () =>
  acrossTeams(() => prisma.team.findFirstOrThrow({ where: { slug: "demo-agency" } })) as Promise<TeamFacts>

afterAll(() => acrossTeams(() => prisma.team.deleteMany({ where: { is_sample: true } })))

describe("the demo seed", () => {
  it("creates a sample team with its owner and a key, only once", async () => {
    const seeded = await runSeed()
    expect(seeded).toMatchObject({
      email: "demo@signalbox.example",
      team_slug: "demo-agency",
      api_key: expect.stringMatching(/^sbx_test_/),
    })
    expect(await demoTeam()).toMatchObject({ is_sample: true, plan: "agency", id: seeded.team_id })
    expect(await seed()).toBeNull()
  })

  it("has clients and reports whose widgets all have data", async () => {
    const seeded = await runSeed()
    const caller = asKey(await demoTeam())
    const clients = await run(listClients, caller, {})
    expect(clients.data.map((client) => client.id)).toContain(seeded.client_id)
    expect(clients.data[0]).toMatchObject({ id: seeded.client_id, name: "Bergamo Bikes" })
    const reports = await run(listReports, caller, {})
    expect(reports.meta.total).toBe(3)
    for (const { id } of reports.data) {
      const { data, meta } = await run(getReportData, caller, { report_id: id })
      // Whether a signal was found depends on the day. The goal of a month has no data on its first day.
      const withData = data.widgets.filter(({ kind }) => kind !== "signals" && kind !== "goal")
      expect(withData.map((w) => [w.title, w.status]).filter(([, status]) => status !== "ok")).toEqual([])
      expect([data.status, (meta.warnings ?? []).filter((w) => w.path !== null && !w.path.includes("ai_"))]).toEqual([
        "ok",
        [],
      ])
    }
    const { data } = await run(getReportData, caller, { report_id: seeded.report_id })
    expect(data.widgets).toHaveLength(11)
    expect(data.commentary.map(({ section_id }) => section_id !== null)).toEqual([true])
  })

  it("covers fifteen months until yesterday, and its breakdowns add up to its totals", async () => {
    const seeded = await runSeed()
    const ask = async (more: object) =>
      (await run(queryClientMetrics, asKey(await demoTeam()), { client_id: seeded.client_id, ...more } as never)).data
    const yesterday = addDays(dayIn("Europe/Rome", seededAt), -1)
    const days = await ask({ metrics: ["sessions"], granularity: "day", from: addDays(yesterday, -455), to: yesterday })
    expect(days.rows_total).toBe(456)
    for (const [metric, dimension] of [
      ["sessions", "channel"],
      ["sessions", "device"],
      ["revenue", "channel"],
      ["ad_spend", "campaign"],
    ] as const) {
      const total = await ask({ metrics: [metric] })
      const parts = await ask({ metrics: [metric], dimensions: [dimension] })
      expect(parts.rows_total).toBeGreaterThan(2)
      expect(parts.totals[metric]?.value).toBeCloseTo(total.totals[metric]?.value ?? 0, 2)
    }
    const months = await ask({ metrics: ["users"], granularity: "month", range: "last_12_months" })
    expect(months.rows.filter((row) => row.values["users"]?.value !== null).length).toBeGreaterThanOrEqual(11)
  })

  it("has signals of several days, some of which the team has dealt with", async () => {
    const { team_id } = await runSeed()
    const signals = await acrossTeams(() => prisma.signal.findMany({ where: { team_id }, include: { entries: true } }))
    const days = new Set(signals.map(({ first_detected_at }) => dayIn("UTC", first_detected_at)))
    expect(days.size).toBeGreaterThan(1)
    expect(signals.filter(({ first_detected_at }) => first_detected_at.getTime() > Date.now())).toEqual([])
    const statuses = new Set(signals.map(({ status }) => status))
    expect([...statuses]).toEqual(expect.arrayContaining(["open", "resolved"]))
  })

  it("has two weeks of logged requests of a key, with failures and a burst beyond the rate limit", async () => {
    await runSeed()
    const caller = asPerson(await demoTeam(), "owner", () => seededAt)
    const { data: days } = await run(getKeyUsage, caller, {})
    const sum = (name: "2xx" | "4xx" | "5xx") => days.reduce((total, day) => total + day[name], 0)
    expect(sum("2xx") + sum("4xx")).toBe(14 * 21 + 12)
    expect([sum("4xx") > 12, sum("5xx")]).toEqual([true, 0])
    const limited = await run(listKeyRequests, caller, { status: 429, limit: 50 })
    expect(limited.data).toHaveLength(12)
    const { data: request } = await run(getKeyRequest, caller, { request_id: limited.data[0]?.id ?? "" })
    expect(request.problem).toMatchObject({ code: "rate_limited" })
  })

  it("has members with every role, of whom only the owner can sign in", async () => {
    const { password } = await runSeed()
    const { data: members } = await run(listMembers, asPerson(await demoTeam()), {})
    expect(members.map(({ role }) => role)).toEqual(["owner", "admin", "member", "viewer"])
    expect(members.every(({ email }) => email.endsWith(".example"))).toBe(true)
    for (const { email, role } of members) {
      const signedIn = signIn(asAnybody(), { email, password })
      await (role === "owner" ? expect(signedIn).resolves.toMatchObject({ email }) : expect(signedIn).rejects.toThrow())
    }
  })

  it("has no answers that count towards the plan, because sample engines bill nothing", async () => {
    await runSeed()
    const { data } = await run(getOverview, asPerson(await demoTeam()), {})
    expect(data.usage.ai_answers_this_month).toBe(0)
  })

  it("has two webhooks with a history, which send nothing", async () => {
    const { team_id } = await runSeed()
    const caller = asPerson(await demoTeam())
    const { data: webhooks } = await run(listWebhooks, caller, {})
    expect(webhooks.map(({ health }) => health).sort()).toEqual(["disabled", "paused"])
    expect(webhooks.every(({ url }) => new URL(url).hostname.endsWith(".example"))).toBe(true)
    expect(webhooks.every(({ counts }) => counts.pending + counts.in_flight === 0)).toBe(true)
    const { data: deliveries } = await run(listDeliveries, caller, { limit: 200 })
    const states = new Set(deliveries.map(({ state }) => state))
    expect([...states].sort()).toEqual(["exhausted", "held", "succeeded"])
    for (const { id } of deliveries) {
      const { data } = await run(getDelivery, caller, { delivery_id: id })
      expect(data.attempts).toHaveLength(data.attempts_made)
      expect(eventSchemas[data.event_type as EventType].parse(JSON.parse(data.message?.body ?? ""))).toBeTruthy()
    }
    const messages = await acrossTeams(() =>
      prisma.webhookMessage.findMany({ where: { team_id }, orderBy: { seq: "asc" } }),
    )
    expect(messages.map(({ seq }) => Number(seq))).toEqual(messages.map((_, n) => n + 1))
    const times = messages.map(({ occurred_at }) => occurred_at.getTime())
    expect(times).toEqual(times.toSorted((a, b) => a - b))
  })

  it("has a connected app without tokens, whose logged calls can be repeated with the same results", async () => {
    const { team_id } = await runSeed()
    const caller = asPerson(await demoTeam(), "admin")
    const { data: connections } = await run(listConnections, caller, {})
    expect(connections).toMatchObject([{ state: "active", scopes: ["data:read"], calls_30_days: 42 }])
    expect(await acrossTeams(() => prisma.oauthAccessToken.count({ where: { team_id } }))).toBe(0)
    expect(await acrossTeams(() => prisma.oauthRefreshToken.count({ where: { team_id } }))).toBe(0)
    const { data: calls } = await run(listCalls, caller, { limit: 100 })
    const distinct = new Map(calls.map((call) => [JSON.stringify([call.name, call.arguments]), call]))
    expect(distinct.size).toBe(15)
    for (const { name, arguments: args, result } of distinct.values()) {
      const operation = allOperations.find(({ tool }) => tool?.name === name)
      if (!operation) throw new Error(`there is no tool ${name}`)
      const code = await run(operation, caller, args).then(
        () => "ok",
        (error) => error.code,
      )
      expect([name, code]).toEqual([name, result])
    }
  })

  it("starts over after an interrupted seed", async () => {
    const seeded = await runSeed()
    await acrossTeams(() =>
      prisma.team.update({ where: { id: seeded.team_id }, data: { slug: "demo-agency-unfinished" } }),
    )
    const again = await seed()
    expect(again?.team_id).not.toBe(seeded.team_id)
    expect(await acrossTeams(() => prisma.dataSource.count({ where: { team_id: seeded.team_id } }))).toBe(0)
    expect(await acrossTeams(() => prisma.metricFact.count({ where: { team_id: seeded.team_id } }))).toBe(0)
  })
})
