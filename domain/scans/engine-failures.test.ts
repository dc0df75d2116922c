import { describe, expect, it, vi } from "vitest"
import { setEnginePrice } from "@/domain/ai-engines/set-engine-price"
import { setUpEngine } from "@/domain/ai-engines/set-up-engine"
import { examplePrice } from "@/domain/ai-engines/testing/price"
import { messages, searchResult } from "@/domain/ai-engines/testing/vendor-server"
import { Deadline } from "@/domain/kernel/deadline"
import { run } from "@/domain/kernel/operation"
import { inTeam } from "@/prisma/client"
import { maxConsecutiveFailures, reserveStarts } from "./engine-limits"
import { estimateScan } from "./estimate"
import { processScan } from "./process-scan"
import { makeDue, tasksOf, vendorOfFile, vendorProject } from "./testing/vendor-project"

const vendor = vendorOfFile()
const other = vendorOfFile()
const within = (seconds: number) => new Deadline(seconds * 1_000)

/** Processes the scan to its end, skipping every wait. */
async function askToTheEnd(scanId: string) {
  for (let round = 0; round < 100; round++) {
    if ((await processScan(scanId, within(1))) === null) return
    await makeDue(scanId)
  }
  throw new Error("the scan does not end")
}

async function statesOf(scanId: string) {
  const tasks = await tasksOf(scanId)
  return Object.fromEntries(
    Map.groupBy(tasks, ({ status, error_code }) => error_code ?? status)
      .entries()
      .map(([key, of]) => [key, of.length]),
  )
}

describe("a scan with occasional engine failures", () => {
  it("retries temporary failures and ends with every answer", async () => {
    vi.stubEnv("AI_ENGINE_TIMEOUT_SECONDS", "1")
    vendor.failures.push(
      { status: 429, retryAfter: "30" },
      { status: 500 },
      "hang",
      "cut",
      { status: 529 },
      { status: 429 },
    )
    const { start, scanOf, events } = await vendorProject(vendor, { prompts: 8, runs: 2 })
    const { id } = await start()
    await askToTheEnd(id)
    expect(await scanOf(id)).toMatchObject({
      status: "completed",
      error_code: null,
      answers_valid: 16,
      tasks: { succeeded: 16 },
    })
    expect(vendor.asked).toHaveLength(16 + 6)
    expect(await events()).toHaveLength(1)
  })

  it("counts every request that the engine bills, and no cost without a known price", async () => {
    vendor.failures.push({ status: 429, retryAfter: "1" }, { status: 500 })
    const { start, scanOf, ada, project_id } = await vendorProject(vendor, {
      prompts: 3,
      runs: 1,
      budget: 10,
      engine: { concurrency: 1 },
    })
    vendor.answers.push({ status: "completed", output: [] })
    const { id } = await start()
    await askToTheEnd(id)
    expect(vendor.asked).toHaveLength(5)
    // Two answers and an empty one. The rate limit and the server error are not billed.
    expect(await scanOf(id)).toMatchObject({ requests_billed: 3, cost_usd: null })

    expect((await run(estimateScan, ada, { project_id })).data.left_this_month).toBe(10 - 3)

    const price = { ...examplePrice, valid_from: "2026-01-01", usd_per_request: 0.02, usd_per_search: 0 }
    await run(setEnginePrice, ada, { ...price, usd_per_million_in: 0, usd_per_million_out: 0 })
    const { id: priced } = await start()
    await askToTheEnd(priced)
    const { requests_billed, cost_usd } = await scanOf(priced)
    expect([requests_billed, cost_usd]).toEqual([3, expect.closeTo(0.06, 9)])
  })

  it("is partial when some questions are refused or fail in five attempts", async () => {
    const { start, scanOf, events } = await vendorProject(vendor, { prompts: 10, runs: 2, engine: { concurrency: 1 } })
    vendor.answers.push({ status: "incomplete", incomplete_details: { reason: "content_filter" }, output: [] })
    vendor.answers.push({ status: "completed", output: [] })
    const { id } = await start()
    await askToTheEnd(id)
    expect(await scanOf(id)).toMatchObject({
      status: "partial",
      error_code: null,
      answers_valid: 18,
      tasks: { failed: 2 },
    })
    expect(await statesOf(id)).toEqual({ succeeded: 18, refused: 1, empty_answer: 1 })
    const [event] = await events()
    expect(event?.data).toMatchObject({
      scan: { status: "partial", engines: [{ failed: 2, error_codes: { refused: 1, empty_answer: 1 } }] },
    })
  })

  it("treats a failed search as a failure, and fails the task after five of them", async () => {
    const failed = { ...searchResult, content: { type: "web_search_tool_result_error", error_code: "unavailable" } }
    const { start, scanOf } = await vendorProject(vendor, { prompts: 1, runs: 1, engineId: "anthropic_api" })
    vendor.answers.push(...Array(5).fill({ ...messages, content: [failed] }))
    const { id } = await start()
    await askToTheEnd(id)
    expect(await scanOf(id)).toMatchObject({ status: "failed", error_code: "engine_error", tasks: { failed: 1 } })
    expect(vendor.asked).toHaveLength(5)
  })
})

describe("a permanently broken engine", () => {
  it.each([
    [{ status: 401 }, "key_refused"],
    [{ status: 500 }, "engine_error"],
    ["cut", "engine_error"],
  ] as const)("(%j) gets about twenty questions, and the rest are not asked", async (failure, code) => {
    const { start, scanOf, events } = await vendorProject(vendor, { prompts: 50, runs: 2 })
    vendor.failures.push(...Array(200).fill(failure))
    const { id } = await start()
    await askToTheEnd(id)
    expect(vendor.asked.length).toBeGreaterThanOrEqual(maxConsecutiveFailures)
    expect(vendor.asked.length).toBeLessThan(maxConsecutiveFailures + 3)
    expect(await scanOf(id)).toMatchObject({
      status: "failed",
      error_code: code,
      answers_valid: 0,
      tasks: { failed: 100 },
    })
    expect(await statesOf(id)).toEqual({ [code]: 100 })
    expect(await events()).toHaveLength(1)
  })

  it("does not affect other engines or the next scan", async () => {
    const { start, scanOf } = await vendorProject(vendor, { prompts: 20, runs: 2, other })
    vendor.failures.push(...Array(23).fill({ status: 401 }))
    const { id } = await start()
    await askToTheEnd(id)
    expect(await scanOf(id)).toMatchObject({
      status: "failed",
      error_code: "key_refused",
      tasks: { succeeded: 40, failed: 40 },
    })
    vendor.failures.splice(0)
    const { id: next } = await start()
    await askToTheEnd(next)
    expect(await scanOf(next)).toMatchObject({ status: "completed", answers_valid: 80 })
  })

  it("counts as broken when it only returns rate limit errors", async () => {
    const { start, scanOf } = await vendorProject(vendor, { prompts: 10, runs: 1, engine: { concurrency: 1 } })
    vendor.failures.push(...Array(200).fill({ status: 429, retryAfter: "3600" }))
    const { id } = await start()
    await askToTheEnd(id)
    expect(vendor.asked).toHaveLength(maxConsecutiveFailures)
    expect(await scanOf(id)).toMatchObject({ status: "failed", error_code: "rate_limited" })
  })
})

describe("an engine that asks for a pause", () => {
  it("is paused for all scans of the team, and claimed tasks are released without counting an attempt", async () => {
    const { project, project_id, start } = await vendorProject(vendor, {
      prompts: 40,
      runs: 1,
      engine: { concurrency: 4 },
    })
    vendor.failures.push(...Array(4).fill({ status: 429, retryAfter: "30" }))
    const one = await start(project_id)
    expect(await processScan(one.id, within(2))).toBeGreaterThan(20_000)
    expect(vendor.asked).toHaveLength(4)
    const tasks = await tasksOf(one.id)
    expect(tasks.filter(({ attempts }) => attempts > 0)).toHaveLength(4)
    expect(tasks.filter(({ status, lease_token }) => status === "pending" && lease_token === null)).toHaveLength(40)
    const other = await start(await project("More"))
    expect(await processScan(other.id, within(2))).toBeGreaterThan(20_000)
    expect(vendor.asked).toHaveLength(4)
  })
})

describe("an engine with a rate limit", () => {
  it("is asked at most at that rate by all scans and workers together", async () => {
    const engine = { concurrency: 20, per_minute: 600 }
    const { project, project_id, start, scanOf } = await vendorProject(vendor, { prompts: 20, runs: 1, engine })
    const scans = [await start(project_id), await start(await project("More"))]
    const startedAt = performance.now()
    await Promise.all([...scans, ...scans].map(({ id }) => processScan(id, within(30))))
    for (const { id } of scans) {
      await askToTheEnd(id)
      expect(await scanOf(id)).toMatchObject({ status: "completed", answers_valid: 20 })
    }
    // 40 questions, 0.1 s apart.
    expect(performance.now() - startedAt).toBeGreaterThan(3_800)
    expect(vendor.asked).toHaveLength(40)
  })

  it("gives one of ten concurrent callers a start time", async () => {
    const { team } = await vendorProject(vendor, { engine: { per_minute: 6 } })
    const taken = await inTeam(team.id, () =>
      Promise.all(Array.from({ length: 10 }, () => reserveStarts(team.id, "openai_api", 50))),
    )
    const given = taken.filter(({ count }) => count > 0)
    // One question every ten seconds: the next start time is too far ahead to be reserved now.
    expect(given.map(({ count, everyMs }) => [count, everyMs])).toEqual([[1, 10_000]])
  })

  it("accepts a rate per minute, null to remove it, and rejects 0", async () => {
    const { ada } = await vendorProject(vendor)
    const paced = async (per_minute: number | null) =>
      (await run(setUpEngine, ada, { engine_id: "openai_api", per_minute })).data.per_minute
    expect([await paced(30), await paced(null)]).toEqual([30, null])
    await expect(paced(0)).rejects.toMatchObject({ code: "parameter_invalid" })
  })
})
