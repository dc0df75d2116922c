import { randomInt } from "node:crypto"
import { describe, expect, it } from "vitest"
import { connect } from "@/domain/data-sources/connect"
import { disconnectDataSource } from "@/domain/data-sources/disconnect"
import { addCredentials } from "@/domain/data-sources/grants/add-credentials"
import { listSyncs } from "@/domain/data-sources/list-syncs"
import { pauseDataSource } from "@/domain/data-sources/pause"
import { claimSync } from "@/domain/data-sources/syncs/claim-sync"
import { processSync } from "@/domain/data-sources/syncs/process-sync"
import { connectedSource, fakesForTest } from "@/domain/data-sources/testing/connected"
import type { Fault } from "@/domain/data-sources/testing/fakes/world"
import { Deadline } from "@/domain/kernel/deadline"
import { run } from "@/domain/kernel/operation"
import { addDays } from "@/domain/metrics/calendar"
import { freshReport } from "@/domain/testing/report"
import { asKey } from "@/domain/testing/team"
import { inTeam, prisma } from "@/prisma/client"
import type { FreshnessMode } from "./freshness-error"
import { getReportData } from "./get-data"

const spend = { kind: "metric" as const, query: { metrics: ["ad_spend"] } }
const impressions = { kind: "metric" as const, query: { metrics: ["search_impressions"] } }

/** A client with a synced Meta account and a report over it, two hours after the sync. */
async function start(widgets: (typeof spend)[] = [spend]) {
  const { meta_ads: fake, bing_webmaster: otherFake } = await fakesForTest()
  for (const { world } of [fake, otherFake])
    world.accounts = world.accounts.map((one) => ({ ...one, id: `${one.id}${randomInt(1_000_000_000)}` }))
  // At noon, so that "two hours later" is the same day in the time zones of the team and of the account.
  const clock = { at: new Date(new Date().setUTCHours(12, 0, 0, 0)) }
  const now = () => clock.at
  const later = (minutes: number) => {
    clock.at = new Date(clock.at.getTime() + minutes * 60_000)
  }
  const { team, ctx, client, source } = await connectedSource("meta_ads", fake.world.accounts[0]?.id ?? "", {
    now,
    history_days: 15,
  })
  const syncs = async (data_source_id = source.id) => (await run(listSyncs, ctx, { data_source_id })).data
  const syncFirst = async (id = source.id) => processSync((await syncs(id))[0]?.id ?? "", new Deadline(86_400_000), now)
  await syncFirst()
  later(120)
  const report = await freshReport(team, client, widgets)
  const live = (fresh: FreshnessMode = "prefer", more: object = {}) =>
    run(getReportData, asKey(team, undefined, now), {
      report_id: report.id,
      range: "last_7_days",
      fresh,
      ...more,
    } as never)
  fake.requests.length = 0
  return { fake, otherFake, clock, later, now, team, ctx, client, source, syncs, syncFirst, live }
}
type Known = Awaited<ReturnType<typeof start>>

const spendOf = ({ data }: Awaited<ReturnType<Known["live"]>>) => data.widgets[0]?.totals["ad_spend"]?.value ?? 0
const insightsOf = ({ fake }: Known) => fake.requests.filter(({ path }) => path.endsWith("/insights"))

describe("a report with fresh=cached", () => {
  it("sends no request to a platform", async () => {
    const known = await start()
    known.fake.world.factor = 2
    const { data, meta } = await known.live("cached")
    expect(data.widgets[0]).toMatchObject({ status: "ok", freshness: { served_from: "cache" } })
    expect([meta.freshness?.served_from, insightsOf(known)]).toEqual(["cache", []])
  })
})

describe.each(["prefer", "require"] as const)("a report with fresh=%s", (fresh) => {
  it("reads the days again that are not final, stores them, and records a sync", async () => {
    const known = await start()
    const before = spendOf(await known.live("cached"))
    known.fake.world.factor = 2
    const after = await known.live(fresh)
    expect(spendOf(after)).toBeGreaterThan(before * 1.2)
    expect(spendOf(after)).toBeLessThan(before * 1.8)
    expect(after.data.widgets[0]).toMatchObject({ status: "ok", error: null, freshness: { served_from: "mixed" } })
    expect(after.meta.freshness).toMatchObject({ served_from: "mixed", sources: [{ stale: false }] })
    expect(spendOf(await known.live("cached"))).toBe(spendOf(after))
    const [sync] = await known.syncs()
    const yesterday = after.meta.period?.to ?? ""
    expect(sync).toMatchObject({ trigger: "report", status: "succeeded", window_to: yesterday })
    expect(sync?.window_from).toBe(addDays(yesterday, -2))
    expect(sync?.rows_restated).toBeGreaterThan(0)
  })

  it.each([
    ["429", { status: 429, retryAfter: "1800" }, "source_rate_limited"],
    ["500", { status: 500 }, "source_error"],
    ["truncated JSON", "cut", "source_error"],
    ["a used-up quota", "quota", "source_rate_limited"],
  ] as [string, Fault, string][])("returns the last good data as stale after %s", async (_, fault, code) => {
    const known = await start()
    const before = spendOf(await known.live("cached"))
    known.fake.world.faults.push(fault)
    const { data, meta } = await known.live(fresh)
    expect(data).toMatchObject({
      status: "partial",
      widgets: [{ status: "stale", error: { code, retryable: true, data_source_id: known.source.id } }],
    })
    expect(data.widgets[0]?.totals["ad_spend"]?.value).toBe(before)
    expect(meta.warnings?.map((warning) => warning.code)).toContain("source_not_refreshed")
    expect((await known.syncs())[0]).toMatchObject({ trigger: "report", status: "failed" })
  })
})

describe("a fetch for a report", () => {
  it("is live when it covers the whole period", async () => {
    const known = await start()
    const { meta } = await known.live("prefer", { range: "yesterday", compare: "none" })
    expect(meta.freshness?.served_from).toBe("live")
  })

  it("is left out while the platform's quota is nearly used up", async () => {
    const known = await start()
    known.fake.world.quotaUsed = 0.95
    await known.live()
    known.later(30)
    known.fake.requests.length = 0
    const { data } = await known.live()
    expect(data.widgets[0]).toMatchObject({ status: "stale", error: { code: "source_rate_limited", retryable: true } })
    expect(insightsOf(known)).toEqual([])
    known.fake.world.quotaUsed = 0.1
    known.later(31)
    expect((await known.live()).data.widgets[0]).toMatchObject({ status: "ok", error: null })
  })

  it("is not needed for a period of final days", async () => {
    const known = await start()
    const to = addDays(known.now().toISOString().slice(0, 10), -6)
    const { data } = await known.live("require", { range: undefined, from: addDays(to, -3), to })
    expect([data.status, insightsOf(known)]).toEqual(["ok", []])
  })

  it("serves concurrent requests together, and the requests of the next minute", async () => {
    const known = await start([spend, spend])
    await known.live()
    const requestsOfOneFetch = insightsOf(known).length
    known.later(2)
    known.fake.requests.length = 0
    known.fake.world.factor = 2
    const [one, other] = await Promise.all([known.live(), known.live("require")])
    expect(one.data.widgets).toEqual(other.data.widgets)
    known.fake.world.factor = 3
    const held = await known.live()
    expect(held.data.widgets[0]?.freshness?.served_from).toBe("cache")
    expect([spendOf(held), insightsOf(known).length]).toEqual([spendOf(one), requestsOfOneFetch])
    known.later(2)
    expect(spendOf(await known.live())).toBeGreaterThan(spendOf(one))
  })

  it("that hangs ends at its deadline, and does not delay the data of another source", async () => {
    const known = await start([spend, impressions])
    const { ctx, client, otherFake } = known
    const { grant_id } = (await run(addCredentials, ctx, { provider: "bing_webmaster", secret: "a-token-of-the-team" }))
      .data
    const { data: other } = await run(connect, ctx, {
      grant_id,
      account_id: otherFake.world.accounts[0]?.id ?? "",
      client_id: client.id,
      history_days: 20,
    })
    await known.syncFirst(other.id)
    known.later(120)
    known.fake.world.faults.push("hang")
    const { data, meta } = await known.live()
    expect(data.widgets[0]?.totals["ad_spend"]?.value).toBeGreaterThan(0)
    expect(data.widgets.map(({ status, error }) => [status, error?.code])).toEqual([
      ["stale", "source_timeout"],
      ["ok", undefined],
    ])
    expect(data.widgets[1]?.freshness?.served_from).not.toBe("cache")
    expect(meta.freshness?.served_from).toBe("mixed")
  })

  it("does not ask again before the time that the platform has named", async () => {
    const known = await start()
    known.fake.world.faults.push({ status: 429, retryAfter: "1800" })
    await known.live()
    const asked = insightsOf(known).length
    known.later(20)
    expect((await known.live()).data.widgets[0]?.error?.code).toBe("source_rate_limited")
    expect(insightsOf(known)).toHaveLength(asked)
    known.later(11)
    expect((await known.live()).data.widgets[0]).toMatchObject({ status: "ok", error: null })
  })

  it("postpones the scheduled sync until that time", async () => {
    const { live, fake, team, source, clock } = await start()
    const next_sync_at = new Date(clock.at.getTime() + 60_000)
    const where = { team_id: team.id, id: source.id }
    await inTeam(team.id, () => prisma.dataSource.updateMany({ where, data: { next_sync_at } }))
    fake.world.faults.push({ status: 429, retryAfter: "1800" })
    await live()
    const { next_sync_at: postponed } = await inTeam(team.id, () => prisma.dataSource.findFirstOrThrow({ where }))
    expect(postponed?.getTime()).toBe(clock.at.getTime() + 1_800_000)
  })

  it("without a valid authorization asks for a new one, and later requests do not ask the platform", async () => {
    const known = await start()
    known.fake.world.isGrantExpired = true
    const lost = {
      status: "stale",
      error: { code: "source_reauth_required", retryable: false, data_source_id: known.source.id },
    }
    expect((await known.live()).data.widgets[0]).toMatchObject(lost)
    known.later(5)
    known.fake.requests.length = 0
    const { data, meta } = await known.live()
    expect(data.widgets[0]).toMatchObject(lost)
    expect(meta.freshness?.sources[0]?.status).toBe("reauth_required")
    expect(known.fake.requests).toEqual([])
  })

  it("waits for a sync of the account that another process runs", async () => {
    const known = await start()
    const { team, source, clock, syncs } = known
    const [first] = await syncs()
    const open = { status: "running", lease_id: "other", lease_until: new Date(clock.at.getTime() + 60_000) }
    const change = (data: object) =>
      inTeam(team.id, () =>
        prisma.syncRun.updateMany({ where: { team_id: team.id, id: first?.id ?? "" }, data: data as never }),
      )
    await change({ ...open, finished_at: null, done_from: null })
    const waiting = known.live()
    known.fake.world.factor = 2
    await change({ status: "succeeded", lease_id: null, lease_until: null, finished_at: new Date(0) })
    expect((await waiting).data.widgets[0]?.status).toBe("ok")
    expect((await syncs()).map(({ trigger, data_source_id }) => [trigger, data_source_id])).toEqual([
      ["report", source.id],
      ["backfill", source.id],
    ])
  })

  it("is not made while another team's sync reads the same account", async () => {
    const known = await start()
    const other = await connectedSource("meta_ads", known.source.account_id, { now: known.now })
    const { data: syncs } = await run(listSyncs, other.ctx, { data_source_id: other.source.id })
    expect(await claimSync(syncs[0]?.id ?? "", known.now())).toBeDefined()
    const { data } = await known.live()
    expect(data.widgets[0]).toMatchObject({ status: "stale", error: { code: "source_timeout" } })
    expect(insightsOf(known)).toEqual([])
  })

  it.each([
    ["paused", pauseDataSource],
    ["disconnected", disconnectDataSource],
  ] as const)("is not made for a source that is %s", async (_, stop) => {
    const known = await start()
    await run(stop, known.ctx, { data_source_id: known.source.id })
    expect((await known.live()).data.widgets[0]?.status).toBe("ok")
    expect(insightsOf(known)).toEqual([])
  })
})
