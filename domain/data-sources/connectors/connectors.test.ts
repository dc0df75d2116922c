/** The contract of connectors: what holds for every platform. Runs against the fakes. */
import { describe, expect, it, vi } from "vitest"
import { addDays } from "@/domain/metrics/calendar"
import { metricOf } from "@/domain/metrics/catalogue"
import { credentialsFor, fakesForTest } from "../testing/connected"
import type { FakePlatform } from "../testing/fakes/fake-platform"
import { type ConnectedProvider, connectedProviders, qualityBits, type Session, type SourceRow } from "./connector"
import { ConnectorError } from "./connector-error"
import { ga4Quotas } from "./ga4-quotas"
import { connectors } from "./index"
import { metaQuotas } from "./meta-quotas"
import { openSession } from "./session"
import { otherValue } from "./sum-rows"

const to = addDays(new Date().toISOString().slice(0, 10), -10)
const window = { from: addDays(to, -9), to, weekStartsOn: 1 }

async function start(provider: ConnectedProvider) {
  const fake = (await fakesForTest())[provider] as FakePlatform
  const session = () => openSession(provider, credentialsFor(provider), AbortSignal.timeout(50_000), () => noon)
  const connector = connectors[provider]
  const accounts = await connector.listAccounts(session())
  const readWith = (open: Session, asked = window) => {
    const [account] = accounts
    if (!account) throw new Error("no account")
    return connector.read(open, account, asked)
  }
  const read = (asked = window) => readWith(session(), asked)
  const quotas = async () => {
    const open = session()
    await readWith(open)
    return open.quotas()
  }
  const failure = () =>
    read().then(
      () => ["no failure"],
      (error: unknown) =>
        error instanceof ConnectorError ? [error.code, error.kind, error.retryAfterSeconds] : [error],
    )
  return { fake, accounts, read, quotas, failure }
}

/** Noon in UTC, which is 4 in the morning in California. */
const noon = new Date("2026-11-20T12:00:00Z")

const totalsOf = (rows: SourceRow[]) => rows.filter(({ dims, grain }) => !grain && Object.keys(dims).length === 0)

describe.each(connectedProviders)("the connector of %s", (provider) => {
  it("lists accounts with their time zone and currency", async () => {
    const { accounts, fake } = await start(provider)
    expect(accounts.map(({ id }) => id)).toEqual(fake.world.accounts.map(({ id }) => id))
    for (const { timezone } of accounts)
      expect(() => new Intl.DateTimeFormat("en", { timeZone: timezone })).not.toThrow()
  })

  it("reads every day of the window and no other, as finite numbers", async () => {
    const { read } = await start(provider)
    const { rows } = await read()
    const days = [...new Set(totalsOf(rows).map(({ date }) => date))].sort()
    expect(days).toEqual(Array.from({ length: 10 }, (_, n) => addDays(window.from, n)))
    for (const { values } of rows)
      for (const [metric, value] of Object.entries(values))
        expect([metric, value === null || Number.isFinite(value)]).toEqual([metric, true])
  })

  it("is listed in the catalogue as a provider of every metric that it reads", async () => {
    const { read } = await start(provider)
    const { rows } = await read({ ...window, from: addDays(to, -31) })
    const stored = new Set(rows.flatMap(({ values }) => Object.keys(values)))
    for (const storedMetric of [...stored, ...connectors[provider].zeroMetrics])
      expect([storedMetric, metricOf(storedMetric.replace(/\.(sum|weight)$/, "")).providers]).toEqual([
        storedMetric,
        expect.arrayContaining([provider]),
      ])
  })

  it("reads the same numbers again, and other numbers after the platform has restated them", async () => {
    const { read, fake } = await start(provider)
    const sumOf = (rows: SourceRow[]) =>
      totalsOf(rows).reduce(
        (sum, { values }) => sum + Object.values(values).reduce((a: number, b) => a + (b ?? 0), 0),
        0,
      )
    const first = sumOf((await read()).rows)
    expect(sumOf((await read()).rows)).toBe(first)
    fake.world.factor = 2
    expect(sumOf((await read()).rows)).toBeGreaterThan(first * 1.5)
  })

  it("reads no row for a quiet day", async () => {
    const { read, fake } = await start(provider)
    fake.world.quietDays.add(to)
    expect(totalsOf((await read()).rows).some(({ date }) => date === to)).toBe(false)
  })

  it("reads all pages of 26,000 rows per day, and sums what it does not keep", async () => {
    const { read, fake } = await start(provider)
    const sumBreakdowns = (rows: SourceRow[]) =>
      new Set(rows.filter(({ grain }) => !grain).map(({ dims }) => Object.keys(dims).join()))
    const { rows: fewRows } = await read({ ...window, from: to })
    fake.world.rowsPerDay = 26_000
    const { rows } = await read({ ...window, from: to })
    expect(sumBreakdowns(rows)).toEqual(sumBreakdowns(fewRows))
    if (!["ga4", "search_console"].includes(provider)) return
    const large = rows.filter(({ dims }) => "page" in dims || "query" in dims)
    expect(large.some(({ dims }) => Object.values(dims).includes(otherValue))).toBe(true)
    expect(large.every(({ quality }) => (quality & qualityBits.truncatedUpstream) === 0)).toBe(true)
  })

  it.each([
    ["the platform's own quota error", "quota", "rate_limited", "retryable"],
    ["status 429", { status: 429, retryAfter: "7" }, "rate_limited", "retryable"],
    ["status 500", { status: 500 }, "platform_error", "retryable"],
    ["status 503", { status: 503, retryAfter: "7" }, "platform_error", "retryable"],
    ["a truncated response", "cut", "response_invalid", "retryable"],
    ["status 404", { status: 404 }, "account_missing", "permanent"],
  ] as const)("reports %s", async (_, fault, code, kind) => {
    const { failure, fake } = await start(provider)
    fake.world.faults.push(fault)
    const [reported, reportedKind, waitSeconds] = await failure()
    expect([reported, reportedKind]).toEqual([code, kind])
    if (typeof fault === "object" && "retryAfter" in fault) expect(waitSeconds).toBe(7)
  })

  it("reports a platform that does not respond", async () => {
    const { failure, fake } = await start(provider)
    vi.stubEnv("DATA_SOURCE_TIMEOUT_SECONDS", "0.3")
    fake.world.faults.push("hang")
    expect(await failure()).toEqual(["timeout", "retryable", null])
  })

  it("reports a platform that cannot be reached", async () => {
    const { failure, fake } = await start(provider)
    await fake.close()
    expect(await failure()).toEqual(["unreachable", "retryable", null])
  })

  it("reports an authorization that has expired", async () => {
    const { failure, fake } = await start(provider)
    fake.world.isGrantExpired = true
    expect(await failure()).toEqual(["authorization_lost", "reauth_required", null])
  })
})

describe("the accounts of Google Ads", () => {
  /** Refuses requests about these accounts, as Google does for accounts that are canceled. */
  async function listWith(refusedIds: string[]) {
    const { fake } = await start("google_ads")
    const [account] = fake.world.accounts
    if (!account) throw new Error("no account")
    fake.world.accounts = ["100", "200", "300"].map((id) => ({ ...account, id }))
    Object.defineProperty(fake.world.faults, "shift", {
      value: () =>
        refusedIds.some((id) => fake.requests.at(-1)?.path.includes(`/${id}/`)) ? { status: 403 } : undefined,
    })
    const open = openSession("google_ads", credentialsFor("google_ads"), AbortSignal.timeout(50_000), () => noon)
    return connectors.google_ads.listAccounts(open)
  }

  it("are listed without those that Google refuses", async () => {
    expect((await listWith(["200"])).map(({ id }) => id)).toEqual(["100", "300"])
  })

  it("cannot be listed if Google refuses all of them", async () => {
    await expect(listWith(["100", "200", "300"])).rejects.toMatchObject({ code: "authorization_lost" })
  })
})

describe("quality", () => {
  it("of Google Analytics includes sampling, thresholds and combined rows", async () => {
    const { read } = await start("ga4")
    const { rows } = await read()
    const bitsOf = (id: string) => rows.find(({ dims }) => id in dims)?.quality
    expect([bitsOf("device"), bitsOf("country"), bitsOf("page"), bitsOf("channel")]).toEqual([
      qualityBits.sampled,
      qualityBits.thresholded,
      qualityBits.otherRow,
      0,
    ])
  })

  it("of Search Console includes rows that the platform may have cut", async () => {
    const { read, fake } = await start("search_console")
    fake.world.rowsPerDay = 100_000
    const { rows } = await read({ ...window, from: to })
    expect(rows.find(({ dims }) => "query" in dims)?.quality).toBe(qualityBits.truncatedUpstream)
  })

  it("of Search Console includes the first incomplete day", async () => {
    const { read, fake } = await start("search_console")
    fake.world.incompleteFrom = to
    expect((await read()).incompleteFrom).toBe(to)
  })
})

describe("quotas", () => {
  const inAnHour = "2026-11-20T13:00:00.000Z"
  const quota = (name: string, remaining: number, more: object = {}) => ({
    name,
    remaining,
    limit: null,
    is_low: false,
    resets_at: inAnHour,
    ...more,
  })

  it("of Google Analytics are tokens, requests and errors, and daily ones last until midnight in California", async () => {
    const { quotas, fake } = await start("ga4")
    const midnight = { resets_at: "2026-11-21T08:00:00.000Z" }
    const expected = [
      quota("tokens_per_day", 190_000, midnight),
      quota("tokens_per_hour", 38_000),
      quota("tokens_per_project_per_hour", 13_300),
      quota("server_errors_per_project_per_hour", 10),
      quota("thresholded_requests_per_hour", 114),
    ]
    expect(await quotas()).toEqual(expected)
    // A part consumes about 80 tokens. 70 of 14,000 tokens are too few for the next one.
    fake.world.quotaUsed = 0.995
    expect((await quotas()).filter(({ is_low }) => is_low).map(({ name }) => name)).toEqual([
      "tokens_per_project_per_hour",
      "server_errors_per_project_per_hour",
    ])
  })

  it("of Meta are percentages", async () => {
    const { quotas, fake } = await start("meta_ads")
    const percent = { limit: 100 }
    const others = [
      quota("app", 99, percent),
      quota("ad_account", 90.33, { ...percent, resets_at: "2026-11-20T12:05:00.000Z" }),
    ]
    expect(await quotas()).toEqual([...others, quota("ads_insights", 95, percent)])
    fake.world.quotaUsed = 0.9
    expect(await quotas()).toEqual([...others, quota("ads_insights", 10, { ...percent, is_low: true })])
    fake.world.quotaUsed = 1
    const regained = { ...percent, is_low: true, resets_at: "2026-11-20T12:30:00.000Z" }
    expect((await quotas()).at(-1)).toEqual(quota("ads_insights", 0, regained))
  })

  it.each(["search_console", "google_ads", "bing_webmaster"] as const)("are not reported by %s", async (provider) => {
    const { quotas } = await start(provider)
    expect(await quotas()).toEqual([])
  })

  it.each([
    ["google_ads", 120],
    ["meta_ads", 1_800],
  ] as const)("say how long a refusal of %s lasts", async (provider, seconds) => {
    const { failure, fake } = await start(provider)
    fake.world.faults.push("quota")
    expect(await failure()).toEqual(["rate_limited", "retryable", seconds])
  })

  it("of several businesses are the lowest of each name", () => {
    const use = (call_count: number, minutes = 0) => ({
      ...{ type: "ads_insights", call_count, total_cputime: 0, total_time: 0 },
      estimated_time_to_regain_access: minutes,
    })
    const headers = new Headers({ "x-business-use-case-usage": JSON.stringify({ 1: [use(80, 30)], 2: [use(5)] }) })
    expect(metaQuotas({ headers }, noon)).toMatchObject([{ name: "ads_insights", remaining: 0 }])
  })

  it("of headers that are not readable are left out", async () => {
    const broken = { "x-app-usage": "{", "x-business-use-case-usage": '{"1":[{"type":5}]}', "x-ad-account-usage": "[]" }
    expect(metaQuotas({ headers: new Headers(broken) }, noon)).toEqual([])
    expect(ga4Quotas({ json: { propertyQuota: "none" } }, noon)).toEqual([])
  })
})

it("breakdowns add up to the daily total", async () => {
  for (const provider of ["ga4", "google_ads", "meta_ads"] as const) {
    const { read } = await start(provider)
    const { rows } = await read()
    const additive = rows.filter(({ grain }) => !grain)
    const sums = Map.groupBy(additive, ({ date, dims }) => `${date} ${Object.keys(dims).sort()}`)
    for (const { date, values } of totalsOf(rows))
      for (const [key, parts] of sums)
        if (key.startsWith(date))
          for (const metric of Object.keys(values)) {
            // Visits from AI assistants are stored in total only.
            if (metric === "ai_referral_sessions") continue
            const sum = parts.reduce((total, part) => total + (part.values[metric] ?? 0), 0)
            expect(sum, `${key} ${metric}`).toBeCloseTo(values[metric] ?? 0, 6)
          }
  }
})

describe("campaigns and ad sets", () => {
  const valuesOf = async (provider: ConnectedProvider, dimension: string) => {
    const { rows } = await (await start(provider)).read()
    return new Set(rows.flatMap(({ dims }) => dims[dimension] ?? []))
  }

  it("are stored by their names", async () => {
    expect([...(await valuesOf("google_ads", "campaign"))]).toEqual(
      expect.arrayContaining(["Campaign 1", "Campaign 2"]),
    )
    expect(await valuesOf("meta_ads", "campaign")).toEqual(new Set(["Prospecting", "Retargeting"]))
  })

  it("have the id after the name where several share the name", async () => {
    const adSets = [...(await valuesOf("meta_ads", "ad_group"))]
    expect(adSets).toEqual(expect.arrayContaining(["Broad (130001)", "Broad (130002)", "Ad set 3"]))
    expect(adSets).not.toContain("Broad")
  })
})

it("counts of people are read by day, whole week and whole month", async () => {
  for (const provider of ["ga4", "meta_ads"] as const) {
    const { read } = await start(provider)
    const { rows } = await read({ from: "2026-08-20", to: "2026-09-07", weekStartsOn: 1 })
    const dates = (grain: string) => rows.filter((row) => row.grain === grain).map(({ date }) => date)
    expect(dates("day")).toHaveLength(19)
    expect(dates("week")).toEqual(["2026-08-17", "2026-08-24", "2026-08-31"])
    expect(dates("month")).toEqual(["2026-08-01"])
  }
})
