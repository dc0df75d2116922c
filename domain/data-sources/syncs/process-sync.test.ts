/** Syncs against the fakes and a real database: restatement, partial results, failures, and killed processes. */
import { randomInt } from "node:crypto"
import { describe, expect, it, vi } from "vitest"
import { Deadline } from "@/domain/kernel/deadline"
import { run } from "@/domain/kernel/operation"
import { addDays, type Day, lengthInDays } from "@/domain/metrics/calendar"
import { freshSource } from "@/domain/testing/facts"
import { inTeam, prisma } from "@/prisma/client"
import { type ConnectedProvider, connectedProviders } from "../connectors/connector"
import { ConnectorError } from "../connectors/connector-error"
import { connectors } from "../connectors/index"
import { disconnectDataSource } from "../disconnect"
import { getDataSource } from "../get"
import { listSyncs } from "../list-syncs"
import { pauseDataSource } from "../pause"
import { resumeDataSource } from "../resume"
import { syncNow } from "../sync-now"
import { authorizeFake, connectedSource, consent, fakesForTest } from "../testing/connected"
import { claimSync, idleSyncs } from "./claim-sync"
import { recordFailure } from "./end-sync"
import { processSync } from "./process-sync"
import { queueDueSyncs } from "./queue-due-syncs"
import { yesterdayOf } from "./sync-window"

const later = (minutes: number) => new Date(Date.now() + minutes * 60_000)

async function start(provider: ConnectedProvider = "meta_ads", more: { history_days?: number; now?: () => Date } = {}) {
  const fake = (await fakesForTest())[provider]
  // Only one sync runs per account, so tests must not share accounts.
  fake.world.accounts = fake.world.accounts.map((one) => ({ ...one, id: `${one.id}${randomInt(1_000_000_000)}` }))
  const [account] = fake.world.accounts
  if (!account) throw new Error("no account")
  const known = await connectedSource(provider, account.id, more)
  const id = known.source.id
  const newest = async () => (await run(listSyncs, known.ctx, { data_source_id: id })).data[0]
  const source = async () => (await run(getDataSource, known.ctx, { data_source_id: id })).data
  /** Runs the newest sync as a process would at `at`. */
  const work = async (at = new Date()) => {
    const sync = await newest()
    const result = await processSync(sync?.id ?? "", new Deadline(3_600_000), () => at)
    return { result, sync: await newest() }
  }
  const facts = (where: object = {}) =>
    inTeam(known.team.id, () =>
      prisma.metricFact.findMany({
        where: { team_id: known.team.id, data_source_id: id, ...where },
        orderBy: { date: "asc" },
      }),
    )
  const syncAgain = () => run(syncNow, known.ctx, { data_source_id: id })
  return { ...known, fake, id, account, newest, source_: source, work, facts, syncAgain }
}

describe.each(connectedProviders)("the first sync of %s", (provider) => {
  it("stores the history, and only settled days are final", async () => {
    const { work, source_, facts, account } = await start(provider, { history_days: 40 })
    const { result, sync } = await work()
    expect([result, sync?.status, sync?.error_code]).toEqual([null, "succeeded", null])
    const timezone = (await source_()).account_timezone
    const yesterday = yesterdayOf(timezone, new Date())
    const from = addDays(yesterday, -39)
    const final = addDays(yesterday, -connectors[provider].finalAfterDays)
    expect(await source_()).toMatchObject({
      status: "active",
      data_from: from,
      data_through: yesterday,
      final_through: final,
      stale: false,
      account_currency: account.currency,
    })
    const totals = await facts({ dimension_set: "" })
    expect(new Set(totals.map(({ is_final }) => is_final))).toEqual(new Set([true, false]))
    for (const { date, is_final } of totals) expect(is_final).toBe(date.toISOString().slice(0, 10) <= final)
  })
})

describe("a later sync", () => {
  it("changes nothing when the platform returns the same", async () => {
    const { work, syncAgain } = await start()
    await work()
    await syncAgain()
    expect((await work()).sync).toMatchObject({
      status: "succeeded",
      rows_restated: 0,
      rows_upserted: 0,
      trigger: "manual",
    })
  })

  it("replaces and counts what the platform has restated, within the look-back window", async () => {
    const { work, syncAgain, fake, facts } = await start("meta_ads", { history_days: 50 })
    await work()
    const before = await facts({ metric_id: "ad_spend", dimension_set: "" })
    fake.world.factor = 2
    await syncAgain()
    const { sync } = await work()
    expect(sync?.rows_restated).toBeGreaterThan(0)
    const after = await facts({ metric_id: "ad_spend", dimension_set: "" })
    const changed = after.filter(({ value }, n) => !value.equals(before[n]?.value ?? 0))
    expect([before.length, after.length, changed.length]).toEqual([50, 50, 29])
  })

  it("stores zero for a day whose rows have disappeared", async () => {
    const { work, syncAgain, fake, facts } = await start()
    await work()
    const day = addDays(yesterdayOf("Europe/Rome", new Date()), -5)
    fake.world.quietDays.add(day)
    await syncAgain()
    await work()
    const left = await facts({ metric_id: "ad_clicks", date: new Date(day) })
    expect(left.map(({ dimension_set, value }) => [dimension_set, Number(value)])).toEqual([["", 0]])
  })

  it("moves the status back to active after failures", async () => {
    const { work, source_, fake } = await start()
    fake.world.faults.push({ status: 500 }, { status: 500 }, { status: 500 })
    await work()
    await work(later(10))
    expect((await source_()).status).toBe("pending")
    await work(later(20))
    expect(await source_()).toMatchObject({ status: "error", status_reason: "platform_error" })
    expect((await work(later(60))).sync?.status).toBe("succeeded")
    expect(await source_()).toMatchObject({ status: "active", status_reason: null })
  })
})

describe("a sync whose quota is nearly used up", () => {
  it("waits until it is available again, before the platform refuses a request", async () => {
    const { work, fake, source_, syncAgain } = await start("meta_ads", { history_days: 40 })
    fake.world.quotaUsed = 0.95
    const at = new Date()
    const { sync } = await work(at)
    expect(sync).toMatchObject({ status: "queued", attempt: 1, error_code: "rate_limited", due_at: inAnHour(at) })
    expect(sync?.quota).toContainEqual({
      name: "ads_insights",
      remaining: 5,
      limit: 100,
      is_low: true,
      resets_at: inAnHour(at),
    })
    expect(sync?.done_from).not.toBeNull()
    expect(await source_()).toMatchObject({ status: "active", status_reason: null })

    const asked = fake.requests.length
    await work(new Date(at.getTime() + 3_500_000))
    expect(fake.requests.length).toBe(asked)
    fake.world.quotaUsed = 0.2
    expect((await work(new Date(at.getTime() + 3_601_000))).sync).toMatchObject({
      status: "succeeded",
      error_code: null,
    })
    expect(fake.requests.length).toBeGreaterThan(asked)
    await syncAgain()
    expect((await work(later(120))).sync?.status).toBe("succeeded")
  })

  it("makes the next sync of the account wait, in every team", async () => {
    const { work, fake, account } = await start("ga4", { history_days: 20 })
    fake.world.quotaUsed = 0.9999
    expect((await work()).sync?.status).toBe("succeeded")
    const other = await connectedSource("ga4", account.id, { history_days: 20 })
    const asked = fake.requests.length
    const { data } = await run(listSyncs, other.ctx, { data_source_id: other.source.id })
    await processSync(data[0]?.id ?? "", new Deadline(3_600_000))
    expect(fake.requests.length).toBe(asked)
    const waiting = (await run(listSyncs, other.ctx, { data_source_id: other.source.id })).data[0]
    expect(waiting).toMatchObject({ status: "queued", error_code: "rate_limited", quota: [] })
    expect(Date.parse(waiting?.due_at ?? "")).toBeGreaterThan(Date.now() + 3_500_000)
  })
})

const inAnHour = (at: Date) => new Date(at.getTime() + 3_600_000).toISOString()

describe("a sync that fails", () => {
  it("waits as long as the platform asks", async () => {
    const { work, fake } = await start()
    fake.world.faults.push({ status: 429, retryAfter: "1800" })
    const at = new Date()
    const { sync } = await work(at)
    expect([sync?.status, sync?.error_code, sync?.attempt]).toEqual(["queued", "rate_limited", 2])
    expect(Date.parse(sync?.due_at ?? "") - at.getTime()).toBe(1_800_000)
    expect((await work(new Date(at.getTime() + 1_700_000))).sync?.status).toBe("queued")
    expect((await work(new Date(at.getTime() + 1_801_000))).sync?.status).toBe("succeeded")
  })

  it("waits at most a day", async () => {
    const { newest, team } = await start()
    const at = new Date()
    const sync = await claimSync((await newest())?.id ?? "", at)
    if (!sync) throw new Error("not claimed")
    await inTeam(team.id, () => recordFailure(sync, new ConnectorError("rate_limited", 1e15), at))
    expect(Date.parse((await newest())?.due_at ?? "") - at.getTime()).toBe(86_400_000)
  })

  it("keeps what is stored, and is then partial", async () => {
    const { work, fake, source_, facts } = await start("meta_ads", { history_days: 40 })
    const yesterday = yesterdayOf("Europe/Rome", new Date())
    // The first part of 15 days takes two requests, and one more for each whole week and month in it.
    const isSecondPart = () =>
      fake.requests.some(({ query }) => query.get("time_range")?.includes(`"until":"${addDays(yesterday, -15)}"`))
    Object.defineProperty(fake.world.faults, "shift", { value: () => (isSecondPart() ? { status: 500 } : undefined) })
    for (const minutes of [0, 10, 30, 60, 120, 240]) await work(later(minutes))
    const { sync } = await work(later(400))
    expect([sync?.status, sync?.error_code]).toEqual(["partial", "platform_error"])
    const stored = await facts({ metric_id: "ad_spend", dimension_set: "" })
    expect(stored).toHaveLength(15)
    expect(await source_()).toMatchObject({
      status: "error",
      data_from: addDays(yesterday, -14),
      data_through: yesterday,
    })
  })

  it("asks for a new authorization when the platform refuses the old one, and continues with the new one", async () => {
    const { work, fake, source_, ctx, id, syncAgain } = await start("google_ads")
    await work()
    fake.world.isGrantExpired = true
    await syncAgain()
    expect((await work()).sync).toMatchObject({ status: "failed", error_code: "authorization_lost" })
    expect(await source_()).toMatchObject({ status: "reauth_required", status_reason: "authorization_lost" })
    await expect(syncAgain()).rejects.toMatchObject({ code: "state_conflict" })
    fake.world.isGrantExpired = false
    await consent(ctx, "google_ads", id)
    expect((await source_()).status).toBe("active")
    expect((await work()).sync?.status).toBe("succeeded")
  })
})

describe("a source that has not been read for a while", () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
  const isoDay = (date: Date) => date.toISOString().slice(0, 10)
  /** All days that must be stored. A clock change between two syncs can make them one day more or less apart. */
  const daysFrom = (from: Day, to: Day) => Array.from({ length: lengthInDays(from, to) }, (_, n) => addDays(from, n))

  it("counts as read only up to the gap until the whole gap is stored", async () => {
    let today = daysAgo(50)
    const { work, fake, source_, facts, syncAgain } = await start("meta_ads", { history_days: 60, now: () => today })
    await work(today)
    const before = await source_()
    expect(before.data_through).toBe(yesterdayOf("Europe/Rome", today))
    today = new Date()
    const yesterday = yesterdayOf("Europe/Rome", new Date())
    let failing = true
    const isSecondPart = () =>
      fake.requests.some(({ query }) => query.get("time_range")?.includes(`"until":"${addDays(yesterday, -15)}"`))
    Object.defineProperty(fake.world.faults, "shift", {
      value: () => (failing && isSecondPart() ? { status: 500 } : undefined),
    })
    await syncAgain()
    for (const minutes of [0, 10, 30, 60, 120, 240, 400]) await work(later(minutes))
    expect((await work(later(400))).sync?.status).toBe("partial")
    expect(await source_()).toMatchObject({ data_through: before.data_through, final_through: before.final_through })

    failing = false
    today = new Date(today.getTime() + 1_000)
    await syncAgain()
    expect((await work(today)).sync?.status).toBe("succeeded")
    expect(await source_()).toMatchObject({ data_through: yesterday, final_through: addDays(yesterday, -3) })
    const stored = await facts({ metric_id: "ad_spend", dimension_set: "" })
    expect(stored.map(({ date }) => isoDay(date))).toEqual(daysFrom(addDays(before.data_through ?? "", -59), yesterday))
    expect(stored.filter(({ is_final }) => !is_final).map(({ date }) => isoDay(date))).toEqual(
      [-2, -1, 0].map((n) => addDays(yesterday, n)),
    )
  })

  it.each(connectedProviders)("catches up on a week without authorization: %s", async (provider) => {
    let today = daysAgo(9)
    const { work, fake, source_, facts, ctx, id } = await start(provider, { history_days: 60, now: () => today })
    await work(today)
    const before = await source_()
    fake.world.isGrantExpired = true
    for (const days of [8, 7, 6, 5, 4, 3, 2, 1]) {
      today = daysAgo(days)
      await queueDueSyncs(later(1), () => today)
      await work(today)
    }
    expect(await source_()).toMatchObject({ status: "reauth_required", status_reason: "authorization_lost" })

    fake.world.isGrantExpired = false
    fake.world.factor = 3
    today = new Date()
    await authorizeFake(ctx, provider, id)
    expect((await work()).sync?.status).toBe("succeeded")
    const timezone = (await source_()).account_timezone
    const yesterday = yesterdayOf(timezone, today)
    const { finalAfterDays, lookbackDays, zeroMetrics } = connectors[provider]
    const final = addDays(yesterday, -finalAfterDays)
    expect(await source_()).toMatchObject({ status: "active", data_through: yesterday, final_through: final })
    const total = { dimension_set: "", metric_id: zeroMetrics[0] }
    const days = (await facts(total)).map(({ date, is_final }) => ({ day: isoDay(date), is_final }))
    const expected = daysFrom(addDays(before.data_through ?? "", -59), yesterday)
    expect(days).toEqual(expected.map((day) => ({ day, is_final: day <= final })))
    // The days that the missed syncs would have read again have been read again.
    const [first] = await facts({ ...total, fetched_at: { gt: daysAgo(1) } })
    expect(isoDay(first?.date ?? new Date(0))).toBe(addDays(yesterdayOf(timezone, daysAgo(9)), 2 - lookbackDays))
  })
})

describe("a process that dies", () => {
  it("leaves a sync that another process continues after the lease, without reading stored parts again", async () => {
    const { newest, work, fake } = await start("meta_ads", { history_days: 40 })
    const sync = await newest()
    expect(await claimSync(sync?.id ?? "", new Date())).toBeDefined()
    expect(await work()).toMatchObject({ result: null, sync: { status: "running", done_from: null } })
    expect((await work(later(11))).sync).toMatchObject({ status: "succeeded" })
    expect(fake.requests.length).toBeGreaterThan(3)
  })

  it("cannot store anything after another process has taken the sync over", async () => {
    const { newest, fake, facts, work } = await start()
    const id = (await newest())?.id ?? ""
    const slow = new Promise<void>((resolve) => {
      const push = fake.requests.push.bind(fake.requests)
      fake.requests.push = (...asked) => {
        if (asked[0]?.path.endsWith("/insights")) resolve()
        return push(...asked)
      }
    })
    fake.world.faults.push("hang")
    const first = processSync(id, new Deadline(3_600_000))
    await slow
    expect((await work(later(11))).sync?.status).toBe("succeeded")
    const stored = await facts()
    vi.stubEnv("DATA_SOURCE_TIMEOUT_SECONDS", "1")
    await fake.close()
    expect(await first).toBeNull()
    expect((await newest())?.status).toBe("succeeded")
    expect(await facts()).toEqual(stored)
  })

  it("is noticed: its sync is idle when the lease has expired", async () => {
    const { newest, team } = await start()
    const id = (await newest())?.id ?? ""
    const isIdle = async () => (await idleSyncs()).some((sync) => sync.id === id)
    expect(await isIdle()).toBe(true)
    await claimSync(id, new Date())
    expect(await isIdle()).toBe(false)
    await inTeam(team.id, () =>
      prisma.syncRun.updateMany({ where: { team_id: team.id, id }, data: { lease_until: new Date(0) } }),
    )
    expect(await isIdle()).toBe(true)
  })
})

describe("one sync at a time", () => {
  it("is queued per source", async () => {
    const { syncAgain } = await start()
    await expect(syncAgain()).rejects.toMatchObject({ code: "state_conflict" })
  })

  it("runs per account of a platform, across teams", async () => {
    const { newest, account, work } = await start()
    const other = await connectedSource("meta_ads", account.id)
    const { data } = await run(listSyncs, other.ctx, { data_source_id: other.source.id })
    await claimSync(data[0]?.id ?? "", new Date())
    expect(await work()).toMatchObject({ result: null, sync: { status: "queued" } })
    expect((await newest())?.status).toBe("queued")
    expect((await work(later(11))).sync?.status).toBe("succeeded")
  })
})

describe("a person", () => {
  it("pauses a running sync, which then stores nothing, and resumes it", async () => {
    const { ctx, id, newest, work, facts, source_ } = await start()
    const sync = await newest()
    const claimed = await claimSync(sync?.id ?? "", new Date())
    await run(pauseDataSource, ctx, { data_source_id: id })
    expect(claimed).toBeDefined()
    expect(await work()).toMatchObject({ result: null, sync: { status: "canceled" } })
    expect([await facts(), (await source_()).status]).toEqual([[], "paused"])
    await run(resumeDataSource, ctx, { data_source_id: id })
    expect((await work()).sync?.status).toBe("succeeded")
  })

  it("disconnects a source: the authorization is deleted and the data stays", async () => {
    const { ctx, id, work, facts, team, grant_id, source_ } = await start()
    await work()
    const stored = await facts()
    await run(disconnectDataSource, ctx, { data_source_id: id })
    expect(await source_()).toMatchObject({ status: "disconnected", is_connected: false, next_sync_at: null })
    expect(await facts()).toEqual(stored)
    expect(await inTeam(team.id, () => prisma.sourceGrant.count({ where: { team_id: team.id, id: grant_id } }))).toBe(0)
  })
})

describe("a sync of a client or team that may not sync", () => {
  it.each([
    ["an archived client", (team_id: string, client_id: string) => archive(team_id, client_id, "archived")],
    ["a suspended team", (team_id: string) => suspend(team_id, true)],
  ])("waits: %s", async (_, stop) => {
    const { newest, work, facts, team, client } = await start()
    const id = (await newest())?.id ?? ""
    const isIdle = async () => (await idleSyncs()).some((sync) => sync.id === id)
    await inTeam(team.id, () => stop(team.id, client.id))
    expect(await work()).toMatchObject({ result: null, sync: { status: "queued" } })
    expect([await facts(), await isIdle()]).toEqual([[], false])
    await inTeam(team.id, () => Promise.all([archive(team.id, client.id, "active"), suspend(team.id, false)]))
    expect(await isIdle()).toBe(true)
    expect((await work()).sync?.status).toBe("succeeded")
  })
})

const archive = (team_id: string, id: string, status: string) =>
  prisma.client.updateMany({ where: { team_id, id }, data: { status } })
const suspend = (id: string, is_suspended: boolean) => prisma.team.updateMany({ where: { id }, data: { is_suspended } })

it("a sync on request is refused for an archived client", async () => {
  const { work, syncAgain, team, client } = await start()
  await work()
  await inTeam(team.id, () => archive(team.id, client.id, "archived"))
  await expect(syncAgain()).rejects.toThrow(/client is archived/)
})

it("a sync on request reads at most the history that the platform has", async () => {
  const { work, newest, ctx, id } = await start("bing_webmaster", { history_days: 20 })
  await work()
  await run(syncNow, ctx, { data_source_id: id, from: "1970-01-01" })
  const sync = await newest()
  expect(sync?.window_from).toBe(addDays(sync?.window_to ?? "", 1 - connectors.bing_webmaster.historyDays))
})

it("a sync on request from an earlier day reads from there, and is recorded as a backfill", async () => {
  const { work, newest, ctx, id } = await start("bing_webmaster", { history_days: 20 })
  await work()
  const yesterday = (await newest())?.window_to ?? ""
  const from = addDays(yesterday, -60)
  await run(syncNow, ctx, { data_source_id: id, from })
  expect(await newest()).toMatchObject({ trigger: "backfill", window_from: from, window_to: yesterday })
})

it("a sync on request from a late day leaves out no day that has not been read", async () => {
  const { work, newest, ctx, id, team } = await start("bing_webmaster", { history_days: 200 })
  await work()
  const yesterday = (await newest())?.window_to ?? ""
  const through = addDays(yesterday, -100)
  await inTeam(team.id, () =>
    prisma.dataSource.updateMany({ where: { team_id: team.id, id }, data: { data_through: new Date(through) } }),
  )
  await run(syncNow, ctx, { data_source_id: id, from: addDays(yesterday, -3) })
  expect(await newest()).toMatchObject({
    window_from: addDays(through, 2 - connectors.bing_webmaster.lookbackDays),
    window_to: yesterday,
  })
})

it("a sync on request needs a source that syncs", async () => {
  const { work, ctx, id, team, client } = await start()
  await work()
  const refused = (data_source_id: string) =>
    expect(run(syncNow, ctx, { data_source_id })).rejects.toThrow("This data source does not sync.")
  await run(pauseDataSource, ctx, { data_source_id: id })
  await refused(id)
  await run(disconnectDataSource, ctx, { data_source_id: id })
  await refused(id)
  await refused(await freshSource(team, client, [], { provider: "csv", status: "active" }))
})

it("a source with a failing sync can be paused", async () => {
  const { work, ctx, id, fake, source_ } = await start()
  fake.world.faults.push({ status: 500 }, { status: 500 }, { status: 500 })
  for (const minutes of [0, 10, 20]) await work(later(minutes))
  expect((await source_()).status).toBe("error")
  expect((await run(pauseDataSource, ctx, { data_source_id: id })).data.status).toBe("paused")
})

it("a source without its authorization asks for a new one", async () => {
  const { work, source_, team, grant_id } = await start()
  await inTeam(team.id, () => prisma.sourceGrant.deleteMany({ where: { team_id: team.id, id: grant_id } }))
  expect((await work()).sync).toMatchObject({ status: "failed", error_code: "authorization_lost" })
  expect((await source_()).status).toBe("reauth_required")
})

it("a due source gets one sync, and its next time", async () => {
  const { work, newest, team, id, source_ } = await start()
  await work()
  await inTeam(team.id, () =>
    prisma.dataSource.updateMany({ where: { team_id: team.id, id }, data: { next_sync_at: new Date(0) } }),
  )
  await Promise.all([queueDueSyncs(later(1)), queueDueSyncs(later(1))])
  expect(await newest()).toMatchObject({ status: "queued", trigger: "schedule" })
  expect(Date.parse((await source_()).next_sync_at ?? "")).toBeGreaterThan(Date.now())
})
