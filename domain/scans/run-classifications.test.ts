import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest"
import { setEnginePrice } from "@/domain/ai-engines/set-engine-price"
import { setUpEngine } from "@/domain/ai-engines/set-up-engine"
import type { TeamEngine } from "@/domain/ai-engines/team-engines"
import { examplePrice } from "@/domain/ai-engines/testing/price"
import {
  type AskedOfVendor,
  saying,
  startVendorServer,
  type VendorFailure,
  type VendorServer,
} from "@/domain/ai-engines/testing/vendor-server"
import { createBrand } from "@/domain/ai-projects/brands/create-brand"
import { createProject } from "@/domain/ai-projects/create-project"
import { createPrompts } from "@/domain/ai-projects/prompts/create-prompts"
import { listEvents } from "@/domain/events/list"
import { Deadline } from "@/domain/kernel/deadline"
import { newId } from "@/domain/kernel/ids"
import { run } from "@/domain/kernel/operation"
import { getSentimentModel } from "@/domain/sentiment/get-sentiment-model"
import { teamSentimentModel } from "@/domain/sentiment/sentiment-model"
import { setUpSentimentModel } from "@/domain/sentiment/set-up-sentiment-model"
import { asKey, asPerson, freshTeam } from "@/domain/testing/team"
import { getMetrics } from "@/domain/visibility/get-metrics"
import { acrossTeams, inTeam, prisma, rows, type Sql, sql } from "@/prisma/client"
import { cancelScan } from "./cancel"
import { claimClassification, queueAnswers, releaseExpiredClassifications } from "./classification-queue"
import { createScan } from "./create"
import { getScan } from "./get"
import { getSpend } from "./get-spend"
import { findIdleScans, openScan } from "./open-scan"
import { processScan } from "./process-scan"
import { classifyRemaining, recordLabels } from "./run-classifications"
import { setSpendCap } from "./set-spend-cap"

let vendor: VendorServer
beforeAll(async () => {
  vendor = await startVendorServer()
})
afterAll(() => vendor.close())
afterEach(() => {
  vi.unstubAllEnvs()
  vendor.respond = undefined
  vendor.delayMs = 0
  for (const list of [vendor.asked, vendor.failures, vendor.answers]) list.splice(0)
})

const apiKey = "sk-vendor-0123456789abcdef"
const isSentimentRequest = ({ path }: AskedOfVendor) => path.endsWith("/messages")
const sentimentRequests = () => vendor.asked.filter(isSentimentRequest)

/** OpenAI answers "Sony and Anker …". Claude labels Sony positive and Anker negative, or fails as the test plans. */
async function setup({ prompts = 4, asked = ["openai_api"] as ("openai_api" | "sample")[], monthly_budget = 0 } = {}) {
  vi.stubEnv("AI_ENGINE_URLS", JSON.stringify({ openai: `${vendor.url}/v1`, anthropic: vendor.url }))
  const failures: VendorFailure[] = []
  vendor.respond = (asking) => {
    if (!isSentimentRequest(asking)) return undefined
    const failure = failures.shift()
    return failure ? { failure } : { answer: saying(asking.path, labels) }
  }
  const team = await freshTeam()
  const ada = asPerson(team)
  const client_id = newId("client")
  await inTeam(team.id, () =>
    prisma.client.create({ data: { id: client_id, team_id: team.id, name: "Sony", slug: client_id.toLowerCase() } }),
  )
  await run(setUpEngine, ada, { engine_id: "openai_api", api_key: apiKey, concurrency: 3, is_enabled: true })
  await run(setUpEngine, ada, { engine_id: "anthropic_api", api_key: apiKey, concurrency: 3, is_enabled: true })
  await run(setUpEngine, ada, { engine_id: "sample", is_enabled: true })
  await run(setUpSentimentModel, ada, {
    engine_id: "anthropic_api",
    model: "claude-small",
    is_enabled: true,
    monthly_budget,
  })
  const settings = { client_id, name: "Earbuds", own_brand: { name: "Sony" }, runs_per_prompt: 1, asked_engines: asked }
  const { data: project } = await run(createProject, ada, settings)
  const project_id = project.id
  await run(createBrand, ada, { project_id, name: "Anker" })
  const texts = Array.from({ length: prompts }, (_, i) => ({ text: `Which earbuds are best, ${i}?` }))
  await run(createPrompts, ada, { project_id, prompts: texts })
  const { data: scan } = await run(createScan, ada, { project_id })
  const scanNow = async () => (await run(getScan, asKey(team), { scan_id: scan.id })).data
  const mentions = () => inTeam(team.id, () => prisma.mention.findMany({ where: { team_id: team.id } }))
  const now = (change: ReturnType<typeof sql>) => inTeam(team.id, () => rows(change))
  const ref = { team_id: team.id, project_id, scan_id: scan.id }
  return { team, ada, ref, failures, scanNow, mentions, now }
}

const labels = JSON.stringify({
  labels: [
    { brand: "B1", sentiment: "positive" },
    { brand: "B2", sentiment: "negative" },
  ],
})
const soon = () => new Deadline(90_000)

it("classifies sentiment before metrics are written, so that metrics and the event include it", async () => {
  const { team, ada, ref, scanNow, mentions } = await setup()
  expect(await processScan(ref.scan_id, soon())).toBeNull()
  expect(sentimentRequests()).toHaveLength(4)
  expect(await scanNow()).toMatchObject({ status: "completed", sentiment: { judged: 4, total: 4 } })
  const methods = new Set((await mentions()).map((one) => one.sentiment_method))
  expect([...methods]).toEqual(["anthropic_api:claude-small:s1"])
  const { data } = await run(getMetrics, ada, { project_id: ref.project_id, scan_id: ref.scan_id } as never)
  const score = (name: string) => data.rows.find((row) => row.brand.name === name)?.sentiment_score.value
  expect([score("Sony"), score("Anker")]).toEqual([100, 0])
  const [event] = (await run(listEvents, asKey(team), { types: ["scan.completed"] } as never)).data
  expect(event).toMatchObject({ data: { scan: { results: { sentiment_score: { value: 100, denominator: 4 } } } } })
  expect((await run(getSentimentModel, ada, {})).data).toMatchObject({ judged_this_month: 4, left_this_month: 19_996 })
})

it("classifies nothing when sentiment is off, and never classifies invented answers", async () => {
  const off = await setup()
  await run(setUpSentimentModel, off.ada, { is_enabled: false })
  expect(await processScan(off.ref.scan_id, soon())).toBeNull()
  expect(await off.scanNow()).toMatchObject({ status: "completed", sentiment: null })
  const sample = await setup({ asked: ["sample"] })
  expect(await processScan(sample.ref.scan_id, soon())).toBeNull()
  expect(await sample.scanNow()).toMatchObject({ status: "completed", sentiment: { judged: 0, total: 0 } })
  expect(sentimentRequests()).toHaveLength(0)
  const sentiments = (await sample.mentions()).map(({ sentiment }) => sentiment)
  expect(new Set(sentiments)).toEqual(new Set([null]))
})

it("leaves an answer without sentiment when classification fails, and ends the scan", async () => {
  const { ref, failures, scanNow, mentions } = await setup()
  failures.push({ status: 400 }, { status: 404 })
  expect(await processScan(ref.scan_id, soon())).toBeNull()
  expect(await scanNow()).toMatchObject({ status: "completed", sentiment: { judged: 2, total: 4 } })
  const sentiments = (await mentions()).map((one) => one.sentiment ?? "null").sort()
  expect(sentiments).toEqual(["negative", "negative", "null", "null", "null", "null", "positive", "positive"])
})

it("pauses when the sentiment model asks for it, and classifies the rest afterwards", async () => {
  const { ref, failures, scanNow, now } = await setup({ prompts: 6 })
  failures.push({ status: 429, retryAfter: "30" })
  const waitMs = await processScan(ref.scan_id, soon())
  expect(waitMs).toBeGreaterThan(20_000)
  expect(await scanNow()).toMatchObject({ status: "running", tasks: { succeeded: 6 } })
  await now(
    sql`update ai_judgement set due_at = now() - interval '1 s' where scan_id = ${ref.scan_id} and due_at is not null`,
  )
  await now(sql`update team_engine set next_question_at = null where team_id = ${ref.team_id}`)
  expect(await processScan(ref.scan_id, soon())).toBeNull()
  expect(await scanNow()).toMatchObject({ status: "completed", sentiment: { judged: 6, total: 6 } })
  expect(sentimentRequests()).toHaveLength(7)
})

it("stops asking a permanently broken sentiment model after about twenty questions", async () => {
  const { ref, failures, scanNow } = await setup({ prompts: 60 })
  failures.push(...Array(100).fill({ status: 401 }))
  expect(await processScan(ref.scan_id, soon())).toBeNull()
  expect(sentimentRequests().length).toBeGreaterThanOrEqual(20)
  expect(sentimentRequests().length).toBeLessThan(23)
  expect(await scanNow()).toMatchObject({ status: "completed", sentiment: { judged: 0, total: 60 } })
})

it("counts the rate-limited questions of one burst as one failure", async () => {
  const { ref, ada, failures, scanNow, now } = await setup({ prompts: 30 })
  await answerOnly(ref)
  await run(setUpEngine, ada, { engine_id: "anthropic_api", concurrency: 25 })
  failures.push(...Array(25).fill({ status: 429, retryAfter: "30" }))
  // All 25 questions are in flight before the first of them fails.
  const { promise, resolve } = Promise.withResolvers<void>()
  vendor.held = promise
  const scanning = processScan(ref.scan_id, soon())
  await expect.poll(() => sentimentRequests().length).toBe(25)
  resolve()
  expect(await scanning).toBeGreaterThan(20_000)
  await now(
    sql`update ai_judgement set due_at = now() - interval '1 s' where scan_id = ${ref.scan_id} and due_at is not null`,
  )
  await now(sql`update team_engine set next_question_at = null where team_id = ${ref.team_id}`)
  expect(await processScan(ref.scan_id, soon())).toBeNull()
  expect(await scanNow()).toMatchObject({ status: "completed", sentiment: { judged: 30, total: 30 } })
})

it("respects the engine's rate limit", async () => {
  const { ref, ada, scanNow } = await setup({ prompts: 4 })
  await run(setUpEngine, ada, { engine_id: "anthropic_api", per_minute: 120 })
  const startedAt = performance.now()
  expect(await processScan(ref.scan_id, soon())).toBeNull()
  expect(performance.now() - startedAt).toBeGreaterThan(3 * 500)
  expect(await scanNow()).toMatchObject({ status: "completed", sentiment: { judged: 4, total: 4 } })
})

it("reserves no start time of the engine without an answer to classify", async () => {
  const { ref, ada, scanNow } = await setup({ prompts: 1 })
  await run(setUpEngine, ada, { engine_id: "anthropic_api", per_minute: 1 })
  expect(await processScan(ref.scan_id, new Deadline(20_000))).toBeNull()
  expect(await scanNow()).toMatchObject({ status: "completed", sentiment: { judged: 1, total: 1 } })
})

it("classifies each answer once with several workers", async () => {
  const { ref, scanNow } = await setup({ prompts: 20 })
  await Promise.all([1, 2, 3].map(() => processScan(ref.scan_id, soon())))
  await processScan(ref.scan_id, soon())
  expect(sentimentRequests()).toHaveLength(20)
  expect(await scanNow()).toMatchObject({ status: "completed", sentiment: { judged: 20, total: 20 } })
})

it("classifies again after a killed process's lease ends, and ignores its late labels", async () => {
  const { ref, scanNow, mentions, now, ada } = await setup({ prompts: 3 })
  await run(setUpSentimentModel, ada, { is_enabled: false })
  const open = await openScan(ref.scan_id)
  if (!open) throw new Error("not open")
  await run(setUpSentimentModel, ada, { is_enabled: true })
  // All answers exist. Two classifications are running when the process dies.
  await answerOnly(ref)
  const first = await inTeam(ref.team_id, async () => {
    await queueAnswers(ref)
    const sentimentModel = (await teamSentimentModel(ref.team_id)) as TeamEngine
    await claimClassification(ref, sentimentModel)
    return claimClassification(ref, sentimentModel)
  })
  expect(await processScan(ref.scan_id, soon())).toBeGreaterThan(1_000)
  expect(sentimentRequests()).toHaveLength(1)
  expect(await findIdleScans()).not.toContain(ref.scan_id)
  await now(
    sql`update ai_judgement set due_at = now() - interval '1 s' where scan_id = ${ref.scan_id} and due_at is not null`,
  )
  expect(await findIdleScans()).toContain(ref.scan_id)
  expect(await processScan(ref.scan_id, soon())).toBeNull()
  if (!first) throw new Error("nothing claimed")
  const late = { labels: new Map([[first.brands[0]?.id ?? "", "negative" as const]]), costUsd: 1 }
  const sentimentModel = { id: "anthropic_api", settings: { model: "late" } } as never
  await inTeam(ref.team_id, () => recordLabels(ref, sentimentModel, first, late))
  expect(await scanNow()).toMatchObject({ status: "completed", cost_usd: null, sentiment: { judged: 3, total: 3 } })
  expect((await mentions()).map((one) => one.sentiment_method)).not.toContain("late:late:s1")
  expect(sentimentRequests()).toHaveLength(3)
})

it("delays a scan at most until the deadline when the sentiment model is too slow", async () => {
  const { ref, failures, scanNow, now } = await setup({ prompts: 3 })
  failures.push({ status: 500 }, { status: 500 }, { status: 500 })
  expect(await processScan(ref.scan_id, soon())).toBeGreaterThan(0)
  const [{ minutes }] = (await now(
    sql`select extract(epoch from judge_until - now())::float8 / 60 as minutes from scan where id = ${ref.scan_id}`,
  )) as [{ minutes: number }]
  expect(minutes).toBeGreaterThan(9)
  expect(minutes).toBeLessThanOrEqual(10)
  await now(sql`update scan set judge_until = now() - interval '1 s' where id = ${ref.scan_id}`)
  expect(await processScan(ref.scan_id, soon())).toBeNull()
  expect(await scanNow()).toMatchObject({ status: "completed", sentiment: { judged: 0, total: 3 } })
})

it("stays within the monthly budget, also with two concurrent scans", async () => {
  const { ref, scanNow, ada, now } = await setup({ prompts: 5, monthly_budget: 3 })
  expect(await processScan(ref.scan_id, soon())).toBeNull()
  expect(sentimentRequests()).toHaveLength(3)
  expect(await scanNow()).toMatchObject({ status: "completed", sentiment: { judged: 3, total: 5 } })
  expect((await run(getSentimentModel, ada, {})).data).toMatchObject({ judged_this_month: 3, left_this_month: 0 })
  await now(sql`update ai_judge set month = month - interval '1 month'`)
  expect((await run(getSentimentModel, ada, {})).data).toMatchObject({ judged_this_month: 0, left_this_month: 3 })
})

it("classifies nothing more once the scan is canceled", async () => {
  const { ref, ada, scanNow } = await setup({ prompts: 12 })
  await answerOnly(ref)
  const { promise, resolve } = Promise.withResolvers<void>()
  vendor.held = promise
  const scanning = processScan(ref.scan_id, soon())
  await expect.poll(() => sentimentRequests().length).toBe(3)
  await run(cancelScan, ada, { scan_id: ref.scan_id })
  resolve()
  expect(await scanning).toBeNull()
  expect(sentimentRequests()).toHaveLength(3)
  expect(await scanNow()).toMatchObject({ status: "canceled", sentiment: { judged: 3, total: 12 } })
})

it("does not queue the answers of a scan that is canceled while it asks", async () => {
  const { ref, ada, scanNow } = await setup({ prompts: 12 })
  const { promise, resolve } = Promise.withResolvers<void>()
  const { respond } = vendor
  vendor.respond = (asking) => {
    if (vendor.asked.length >= 6) vendor.held = promise
    return respond?.(asking)
  }
  const scanning = processScan(ref.scan_id, soon())
  await expect.poll(async () => (await scanNow()).answers_valid).toBeGreaterThan(2)
  await run(cancelScan, ada, { scan_id: ref.scan_id })
  resolve()
  expect(await scanning).toBeNull()
  expect(sentimentRequests()).toEqual([])
  expect(await scanNow()).toMatchObject({ status: "canceled", sentiment: { judged: 0, total: 0 } })
})

it("asks nothing more when the team's spend cap is reached", async () => {
  const { ref, scanNow, now } = await setup()
  await answerOnly(ref)
  await now(sql`update team set ai_spend_cap_usd = 0 where id = ${ref.team_id}`)
  expect(await processScan(ref.scan_id, soon())).toBeNull()
  expect(sentimentRequests()).toHaveLength(0)
  expect(await scanNow()).toMatchObject({ status: "completed", sentiment: { judged: 0, total: 4 } })
})

/**
 * A scan with complete answers, whose classifications cost 0.02 each. They are expected to cost 0.04, for two requests.
 */
async function setupCapped(cap_usd: number) {
  const scan = await setup({ prompts: 12 })
  const { ref, ada, now } = scan
  await answerOnly(ref)
  await run(setUpEngine, ada, { engine_id: "anthropic_api", concurrency: 10 })
  const free = { valid_from: "2026-01-01", usd_per_million_in: 0, usd_per_million_out: 0 }
  await run(setEnginePrice, ada, { ...examplePrice, ...free, engine_id: "anthropic_api", usd_per_request: 0.02 })
  await run(setSpendCap, ada, { cap_usd })
  const makeDue = () =>
    now(
      sql`update ai_judgement set due_at = now() - interval '1 s' where scan_id = ${ref.scan_id} and due_at is not null`,
    )
  return { ...scan, makeDue }
}

it("keeps within the spend cap with many classifications at once", async () => {
  const { ref, scanNow, now, makeDue } = await setupCapped(0.09)
  const { promise, resolve } = Promise.withResolvers<void>()
  vendor.held = promise
  const scanning = processScan(ref.scan_id, soon())
  const found = (condition: Sql) => now(sql`select 1 from ai_judgement where scan_id = ${ref.scan_id} and ${condition}`)
  await expect.poll(async () => (await found(sql`lease_token is not null`)).length).toBe(2)
  // The two reserve 0.08, so the others wait. Then the rest of 0.05 covers one more, and the rest of 0.03 none.
  await expect.poll(async () => (await found(sql`lease_token is null and due_at > now()`)).length).toBe(10)
  resolve()
  expect(await scanning).toBeGreaterThan(0)
  expect(sentimentRequests()).toHaveLength(2)
  await makeDue()
  while ((await processScan(ref.scan_id, soon())) !== null) await makeDue()
  expect(sentimentRequests()).toHaveLength(3)
  expect(await scanNow()).toMatchObject({ status: "completed", sentiment: { judged: 3, total: 12 } })
  const [{ spent }] = (await now(
    sql`select (cost_usd + expected_usd)::float8 as spent from scan where id = ${ref.scan_id}`,
  )) as [{ spent: number }]
  expect(spent).toBeCloseTo(0.06, 9)
})

it("counts the expected cost of a killed process's classification as spent", async () => {
  const { ref, scanNow, makeDue, ada } = await setupCapped(0.05)
  await inTeam(ref.team_id, async () => {
    await queueAnswers(ref)
    await claimClassification(ref, (await teamSentimentModel(ref.team_id)) as TeamEngine)
  })
  expect(await processScan(ref.scan_id, soon())).toBeGreaterThan(0)
  await makeDue()
  expect(await processScan(ref.scan_id, soon())).toBeNull()
  expect(sentimentRequests()).toHaveLength(0)
  expect(await scanNow()).toMatchObject({ status: "completed", sentiment: { judged: 0, total: 12 } })
  // The 12 answers have no price, so their cost is not known either.
  expect((await run(getSpend, ada, {})).data).toMatchObject({ spent_usd: expect.closeTo(0.04, 9), unknown_n: 13 })
})

describe("the cost of a scan whose questions cost 0.40 and whose classifications cost 0.02 each", () => {
  /** All answers exist, and one classification is in flight. Each reserves 0.04, for two requests. */
  async function setupPriced() {
    const scan = await setup()
    const { ref, ada, now } = scan
    const free = { valid_from: "2026-01-01", usd_per_million_in: 0, usd_per_million_out: 0, usd_per_search: 0 }
    await run(setEnginePrice, ada, { ...examplePrice, ...free, engine_id: "openai_api", usd_per_request: 0.1 })
    await run(setEnginePrice, ada, { ...examplePrice, ...free, engine_id: "anthropic_api", usd_per_request: 0.02 })
    await answerOnly(ref)
    const sentimentModel = (await inTeam(ref.team_id, () => teamSentimentModel(ref.team_id))) as TeamEngine
    const claim = () => inTeam(ref.team_id, () => claimClassification(ref, sentimentModel))
    await inTeam(ref.team_id, () => queueAnswers(ref))
    const claimed = await claim()
    if (!claimed) throw new Error("nothing claimed")
    const recordLate = () =>
      inTeam(ref.team_id, async () => {
        const labels = new Map(claimed.brands.map(({ id }) => [id, "negative" as const]))
        await recordLabels(ref, sentimentModel, claimed, { labels, costUsd: 0.02 })
      })
    const endLease = () =>
      now(sql`
        update ai_judgement set due_at = now() - interval '1 s' where scan_id = ${ref.scan_id} and due_at is not null`)
    const passDeadline = async () => {
      await processScan(ref.scan_id, new Deadline(0))
      await now(sql`update scan set judge_until = now() - interval '1 s' where id = ${ref.scan_id}`)
      // Starts nothing more, so the other three answers are skipped without a request.
      expect(await processScan(ref.scan_id, new Deadline(0))).toBeNull()
    }
    const costs = async () => {
      const { cost_usd } = await scan.scanNow()
      const { spent_usd, unknown_n } = (await run(getSpend, ada, {})).data
      return { cost_usd, spent_usd, unknown_n }
    }
    return { ...scan, claim, recordLate, endLease, passDeadline, costs }
  }

  it("is not known after a killed process's classification, which counts as spent at its expected cost", async () => {
    const { ref, scanNow, recordLate, endLease, costs } = await setupPriced()
    await endLease()
    expect(await processScan(ref.scan_id, soon())).toBeNull()
    expect(await scanNow()).toMatchObject({ status: "completed", sentiment: { judged: 4, total: 4 } })
    const lost = { cost_usd: null, spent_usd: expect.closeTo(0.52, 9), unknown_n: 1 }
    expect(await costs()).toEqual(lost)
    await recordLate()
    expect(await costs()).toEqual(lost)
  })

  it("includes the cost of labels that arrive after the deadline, and the labels do not count", async () => {
    const { ref, scanNow, mentions, recordLate, endLease, passDeadline, costs } = await setupPriced()
    await passDeadline()
    expect(await costs()).toMatchObject({ spent_usd: expect.closeTo(0.44, 9), unknown_n: 0 })
    for (let i = 0; i < 2; i++) await recordLate()
    await endLease()
    await acrossTeams(() => releaseExpiredClassifications())
    expect(await costs()).toEqual({
      cost_usd: expect.closeTo(0.42, 9),
      spent_usd: expect.closeTo(0.42, 9),
      unknown_n: 0,
    })
    expect(await scanNow()).toMatchObject({ status: "completed", sentiment: { judged: 0, total: 4 } })
    expect(new Set((await mentions()).map(({ sentiment }) => sentiment))).toEqual(new Set([null]))
    expect(await findIdleScans()).not.toContain(ref.scan_id)
  })

  it.each(["skipped at the deadline", "of a canceled scan"])(
    "is not known after the process of a classification %s is killed",
    async (which) => {
      const { ref, ada, endLease, passDeadline, costs } = await setupPriced()
      if (which === "of a canceled scan") await run(cancelScan, ada, { scan_id: ref.scan_id })
      else await passDeadline()
      const release = () => acrossTeams(() => releaseExpiredClassifications())
      await release()
      expect(await costs()).toMatchObject({ unknown_n: 0 })
      await endLease()
      for (let i = 0; i < 2; i++) await release()
      expect(await costs()).toEqual({ cost_usd: null, spent_usd: expect.closeTo(0.44, 9), unknown_n: 1 })
    },
  )

  it("gives back what classifications reserved that fail after the deadline without being billed", async () => {
    const { ref, ada, failures, scanNow, passDeadline, costs } = await setupPriced()
    await run(setUpEngine, ada, { engine_id: "anthropic_api", concurrency: 5 })
    failures.push(...Array(3).fill({ status: 400 }))
    const { promise, resolve } = Promise.withResolvers<void>()
    vendor.held = promise
    const scanning = processScan(ref.scan_id, soon())
    await expect.poll(() => sentimentRequests().length).toBe(3)
    await passDeadline()
    expect(await costs()).toMatchObject({ spent_usd: expect.closeTo(0.56, 9) })
    resolve()
    expect(await scanning).toBeNull()
    expect(await costs()).toEqual({
      cost_usd: expect.closeTo(0.4, 9),
      spent_usd: expect.closeTo(0.44, 9),
      unknown_n: 0,
    })
    expect(await scanNow()).toMatchObject({ status: "completed", sentiment: { judged: 0, total: 4 } })
  })

  it("fails a classification whose process is killed five times", async () => {
    const { ref, scanNow, now, claim, endLease, costs } = await setupPriced()
    await now(sql`
      update ai_judgement set due_at = now() + interval '1 hour' where scan_id = ${ref.scan_id} and status = 'pending'`)
    for (let i = 1; i <= 5; i++) {
      await now(
        sql`update ai_judgement set due_at = now() - interval '1 s' where scan_id = ${ref.scan_id} and status = 'running'`,
      )
      await inTeam(ref.team_id, () => releaseExpiredClassifications(ref))
      expect(Boolean(await claim())).toBe(i < 5)
    }
    await endLease()
    expect(await processScan(ref.scan_id, soon())).toBeNull()
    expect(await scanNow()).toMatchObject({ status: "completed", sentiment: { judged: 3, total: 4 } })
    expect(await costs()).toEqual({ cost_usd: null, spent_usd: expect.closeTo(0.66, 9), unknown_n: 5 })
  })
})

it("asks no sentiment model without a known price under a spend cap", async () => {
  const { ref, ada, scanNow } = await setup()
  await answerOnly(ref)
  await run(setSpendCap, ada, { cap_usd: 100 })
  expect(await processScan(ref.scan_id, soon())).toBeNull()
  expect(sentimentRequests()).toHaveLength(0)
  expect(await scanNow()).toMatchObject({ status: "completed", sentiment: { judged: 0, total: 4 } })
})

it("lets the scan end when sentiment is turned off", async () => {
  const { ref, failures, scanNow, ada } = await setup({ prompts: 2 })
  failures.push({ status: 429, retryAfter: "600" })
  expect(await processScan(ref.scan_id, soon())).toBeGreaterThan(60_000)
  await run(setUpSentimentModel, ada, { is_enabled: false })
  expect(await inTeam(ref.team_id, () => classifyRemaining(ref, soon()))).toBeNull()
  expect(await processScan(ref.scan_id, soon())).toBeNull()
  expect((await scanNow()).status).toBe("completed")
})

/** The scan's answers without sentiment, as if the process had been killed before classification. */
async function answerOnly(ref: { team_id: string; scan_id: string }) {
  await inTeam(ref.team_id, () => rows(sql`update ai_judge set is_enabled = false where team_id = ${ref.team_id}`))
  await inTeam(ref.team_id, () =>
    rows(sql`insert into scan_task (id, team_id, scan_id, prompt_id, engine_id, run_index, status, due_at)
      select 'tsk_held' || right(id, 20), team_id, scan_id, prompt_id, engine_id, 99, 'running', now() + interval '1 hour'
      from scan_task where scan_id = ${ref.scan_id} limit 1`),
  )
  const unanswered = () =>
    inTeam(ref.team_id, () =>
      rows(
        sql`select 1 from scan_task where scan_id = ${ref.scan_id} and run_index < 99 and status in ('pending', 'running')`,
      ),
    )
  while ((await unanswered()).length > 0) await processScan(ref.scan_id, new Deadline(1_500))
  await inTeam(ref.team_id, async () => {
    await rows(sql`delete from scan_task where scan_id = ${ref.scan_id} and run_index = 99`)
    await rows(sql`update ai_judge set is_enabled = true where team_id = ${ref.team_id}`)
  })
}
