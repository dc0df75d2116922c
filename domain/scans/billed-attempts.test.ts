import { describe, expect, it, vi } from "vitest"
import { deleteEnginePrice } from "@/domain/ai-engines/delete-engine-price"
import type { EnginePrice } from "@/domain/ai-engines/prices"
import { setEnginePrice } from "@/domain/ai-engines/set-engine-price"
import { setUpEngine } from "@/domain/ai-engines/set-up-engine"
import type { TeamEngine } from "@/domain/ai-engines/team-engines"
import { examplePrice } from "@/domain/ai-engines/testing/price"
import { getAnswer } from "@/domain/answers/get-answer"
import { listAnswers } from "@/domain/answers/list-answers"
import { changeTeam } from "@/domain/installation/change-team"
import { Deadline } from "@/domain/kernel/deadline"
import { run } from "@/domain/kernel/operation"
import { acrossTeams, inTeam } from "@/prisma/client"
import { cancelScan } from "./cancel"
import { createScan } from "./create"
import { getScan } from "./get"
import { getSpend } from "./get-spend"
import { openScan } from "./open-scan"
import { processScan } from "./process-scan"
import { recordResults } from "./record-results"
import { setSpendCap } from "./set-spend-cap"
import { askTask } from "./task-result"
import { claimTasks, releaseExpiredLeasesOfSkipped, releaseTasks } from "./tasks"
import { sampleProject } from "./testing/sample-project"
import { makeDue, tasksOf, vendorOfFile, vendorProject } from "./testing/vendor-project"

const vendor = vendorOfFile()

const usage = { input_tokens: 12, output_tokens: 34, total_tokens: 46 }
const refused = { status: "incomplete", incomplete_details: { reason: "content_filter" }, output: [], usage }
const empty = { status: "completed", output: [], usage }
const failedSearch = { type: "web_search_call", id: "w", status: "failed", action: { type: "search", queries: [] } }
const text = { type: "output_text", text: "Sony and Anker.", annotations: [] }
const message = { type: "message", id: "m", role: "assistant", status: "completed", content: [text] }

const perRequest: EnginePrice = {
  ...examplePrice,
  valid_from: "2026-01-01",
  usd_per_million_in: 0,
  usd_per_million_out: 0,
  usd_per_request: 0.01,
  usd_per_search: 0,
}
/** A long answer is expected to cost $0.01. */
const perToken = { ...perRequest, usd_per_million_in: 0.25, usd_per_million_out: 1.25, usd_per_request: 0 }

/** 24 tasks with a cap of $0.10. */
async function cappedProject(price = perRequest, concurrency = 3) {
  const made = await vendorProject(vendor, { prompts: 12, runs: 2, engine: { concurrency } })
  await run(setEnginePrice, made.ada, price)
  await run(setSpendCap, made.ada, { cap_usd: 0.1 })
  const spent = async () => (await run(getSpend, made.ada, {})).data
  return { ...made, spent }
}

async function askToTheEnd(scanId: string, workers = 1) {
  for (let round = 0; round < 100; round++) {
    const deadline = new Deadline(5_000)
    const ends = await Promise.all(Array.from({ length: workers }, () => processScan(scanId, deadline)))
    if (ends.includes(null)) return
    await makeDue(scanId)
  }
  throw new Error("the scan does not end")
}

type Response = ReturnType<NonNullable<typeof vendor.respond>>
const responses: [string, { price?: EnginePrice; respond: (n: number) => Response; isCostKnown: boolean }][] = [
  ["are answered", { respond: () => undefined, isCostKnown: true }],
  ["are refused", { respond: () => ({ answer: refused }), isCostKnown: true }],
  ["are refused every second time", { respond: (n) => (n % 2 ? { answer: refused } : undefined), isCostKnown: true }],
  ["get empty answers", { respond: () => ({ answer: empty }), isCostKnown: true }],
  ["fail to search", { respond: () => ({ answer: { ...empty, output: [failedSearch] } }), isCostKnown: true }],
  ["get half a response", { respond: () => ({ failure: "cut" }), isCostKnown: true }],
  ["time out", { respond: () => ({ failure: "hang" }), isCostKnown: false }],
  [
    "get answers without usage, with a price per token",
    {
      price: perToken,
      respond: () => ({ answer: { status: "completed", model: "m", output: [message] } }),
      isCostKnown: false,
    },
  ],
]

it.each(responses)("ten requests spend the cap when they %s", async (name, { price, respond, isCostKnown }) => {
  if (name === "time out") vi.stubEnv("AI_ENGINE_TIMEOUT_SECONDS", "1")
  const { start, scanOf, spent } = await cappedProject(price)
  vendor.respond = () => respond(vendor.asked.length)
  const { id } = await start()
  await askToTheEnd(id)
  const { requests_billed, cost_usd } = await scanOf(id)
  expect(vendor.asked).toHaveLength(10)
  expect(requests_billed).toBe(10)
  expect(cost_usd).toEqual(isCostKnown ? expect.closeTo(0.1, 9) : null)
  expect(await spent()).toEqual({ cap_usd: 0.1, spent_usd: expect.closeTo(0.1, 9), unknown_n: isCostKnown ? 0 : 10 })
})

describe("a price per web search", () => {
  /** An answer is expected to search ten times, so it reserves $0.01. The vendor's answers search once. */
  const perSearch = { ...perRequest, usd_per_request: 0, usd_per_search: 0.001 }

  it("is reserved for ten searches, and replaced by the searches of the answer", async () => {
    const { ada, project_id, start, scanOf, spent } = await cappedProject(perSearch)
    const { id } = await start()
    const { scan, results } = await askWithoutRecording(id, 24)
    expect(vendor.asked).toHaveLength(10)
    await inTeam(scan.team_id, () => recordResults(scan, results))
    expect(await spent()).toMatchObject({ spent_usd: expect.closeTo(0.01, 9), unknown_n: 0 })
    await askToTheEnd(id)
    expect(await scanOf(id)).toMatchObject({ tasks: { succeeded: 24 }, cost_usd: expect.closeTo(0.024, 9) })
    const { data: answers } = await run(listAnswers, ada, { project_id, scan_id: id })
    const { data: answer } = await run(getAnswer, ada, { answer_id: answers[0]?.id as string })
    expect(answer.asking).toMatchObject({ searches_n: 1, cost_usd: 0.001 })
  })

  it("makes the cost of an answer unknown if it is not set and the answer searched", async () => {
    const { ada, start, scanOf } = await vendorProject(vendor, { prompts: 2, runs: 1 })
    await run(setEnginePrice, ada, { ...perSearch, usd_per_search: null })
    const { id } = await start()
    await askToTheEnd(id)
    expect(await scanOf(id)).toMatchObject({ requests_billed: 2, cost_usd: null })
    vendor.respond = () => ({ answer: { status: "completed", model: "m", output: [message], usage } })
    const { id: without } = await start()
    await askToTheEnd(without)
    expect(await scanOf(without)).toMatchObject({ requests_billed: 2, cost_usd: 0 })
  })

  it("is needed under a spend cap, unless web search is off", async () => {
    const { ada, start, scanOf } = await cappedProject({ ...perRequest, usd_per_search: null })
    const searchWeb = (web_search: boolean) => run(setUpEngine, ada, { engine_id: "openai_api", web_search })
    await searchWeb(false)
    // A response that is not readable reports no searches, and there were none.
    vendor.failures.push("cut")
    const { id: withoutSearch } = await start()
    await askToTheEnd(withoutSearch)
    expect(await scanOf(withoutSearch)).toMatchObject({ requests_billed: 10, cost_usd: expect.closeTo(0.1, 9) })
    // The known costs are those of answers without searches, so they do not count.
    await searchWeb(true)
    await run(setSpendCap, ada, { cap_usd: 100 })
    const { id } = await start()
    await askToTheEnd(id)
    expect(vendor.asked).toHaveLength(10)
    expect((await tasksOf(id)).map(({ error_code }) => error_code)).toEqual(Array(24).fill("price_unknown"))
  })

  it("counts searches of refused answers, too", async () => {
    const { ada, start, scanOf } = await vendorProject(vendor, { prompts: 1, runs: 1 })
    await run(setEnginePrice, ada, perSearch)
    const search = { ...failedSearch, status: "completed" }
    vendor.answers.push({ ...refused, output: [search, search] })
    const { id } = await start()
    await askToTheEnd(id)
    expect(await scanOf(id)).toMatchObject({ requests_billed: 1, cost_usd: expect.closeTo(0.002, 9) })
  })
})

it("one refusal among four requests leaves the cost known", async () => {
  const { ada, start, scanOf } = await vendorProject(vendor, { prompts: 4, runs: 1 })
  await run(setEnginePrice, ada, perRequest)
  vendor.answers.push(refused)
  const { id } = await start()
  await askToTheEnd(id)
  expect(await scanOf(id)).toMatchObject({ requests_billed: 4, cost_usd: expect.closeTo(0.04, 9) })
})

it("a deleted price changes no recorded cost, and later requests have no known cost", async () => {
  const { ada, start, scanOf } = await vendorProject(vendor, { prompts: 4, runs: 1 })
  await run(setEnginePrice, ada, perRequest)
  const { id } = await start()
  await askToTheEnd(id)
  const { engine_id, model, valid_from } = perRequest
  await run(deleteEnginePrice, ada, { engine_id, model, valid_from })
  const { id: later } = await start()
  await askToTheEnd(later)
  expect(await scanOf(id)).toMatchObject({ requests_billed: 4, cost_usd: expect.closeTo(0.04, 9) })
  expect(await scanOf(later)).toMatchObject({ requests_billed: 4, cost_usd: null })
})

it("six workers of two scans never ask more than the cap allows, for every kind of response", async () => {
  const { project, project_id, start, scanOf, spent } = await cappedProject(perRequest, 4)
  const given: Response[] = [undefined, { answer: refused }, { answer: empty }, { failure: "cut" }, { failure: "drop" }]
  vendor.respond = () => given[vendor.asked.length % given.length]
  vendor.delayMs = 20
  const scans = [await start(project_id), await start(await project("More"))]
  await Promise.all(scans.map(({ id }) => askToTheEnd(id, 3)))
  expect(vendor.asked).toHaveLength(10)
  const billed = await Promise.all(scans.map(async ({ id }) => (await scanOf(id)).requests_billed))
  expect(billed.reduce((sum, n) => sum + n, 0)).toBe(10)
  // The cost of the two dropped requests is not known.
  expect(await spent()).toEqual({ cap_usd: 0.1, spent_usd: expect.closeTo(0.1, 9), unknown_n: 2 })
})

/** Claims tasks and asks them, but does not record their results. */
async function askWithoutRecording(scanId: string, count: number) {
  const scan = await openScan(scanId)
  const engine = scan?.engines.get("openai_api") as TeamEngine
  if (!scan) throw new Error("not open")
  const tasks = await inTeam(scan.team_id, () => claimTasks(scan, engine, count))
  return { scan, engine, tasks, results: await Promise.all(tasks.map((task) => askTask(scan, engine, task))) }
}

describe("a worker that dies after it asked", () => {
  it("has spent what its requests were expected to cost", async () => {
    const { start, scanOf, spent } = await cappedProject()
    const { id } = await start()
    const { scan, results } = await askWithoutRecording(id, 6)
    await makeDue(id)
    await askToTheEnd(id)
    expect(vendor.asked).toHaveLength(10)
    const after = { requests_billed: 10, cost_usd: null, tasks: { succeeded: 4, failed: 20 } }
    expect(await scanOf(id)).toMatchObject(after)
    expect(await spent()).toEqual({ cap_usd: 0.1, spent_usd: expect.closeTo(0.1, 9), unknown_n: 6 })
    await recordResults(scan, results)
    expect(await scanOf(id)).toMatchObject(after)
  })

  it("does not block a scan when its requests took the whole cap", async () => {
    const { start, scanOf } = await cappedProject()
    const { id } = await start()
    await askWithoutRecording(id, 24)
    await makeDue(id)
    await askToTheEnd(id)
    expect(vendor.asked).toHaveLength(10)
    expect(await scanOf(id)).toMatchObject({ status: "failed", requests_billed: 10, tasks: { failed: 24 } })
  })
})

describe("a scan that is canceled", () => {
  it("still reserves the cost of requests in flight, and then counts it", async () => {
    const { ada, project, start, scanOf, spent } = await cappedProject()
    const { id } = await start()
    const { scan, results } = await askWithoutRecording(id, 3)
    await run(cancelScan, ada, { scan_id: id })
    const { id: next } = await start(await project("More"))
    const asking = askToTheEnd(next)
    await expect.poll(() => vendor.asked.length).toBe(10)
    for (let i = 0; i < 2; i++) await recordResults(scan, results)
    await asking
    expect(vendor.asked).toHaveLength(10)
    expect(await scanOf(id)).toMatchObject({
      status: "canceled",
      answers_valid: 0,
      requests_billed: 3,
      cost_usd: expect.closeTo(0.03, 9),
      tasks: { skipped: 24, failed: 0 },
    })
    expect(await spent()).toMatchObject({ spent_usd: expect.closeTo(0.1, 9), unknown_n: 0 })
  })

  it.each(["canceled", "suspended"])(
    "has spent what its requests were expected to cost if the worker dies (%s)",
    async (how) => {
      const { team, ada, start, scanOf, spent } = await cappedProject()
      const { id } = await start()
      const { scan, results } = await askWithoutRecording(id, 3)
      if (how === "canceled") await run(cancelScan, ada, { scan_id: id })
      else await changeTeam(ada as never, team.id, { is_suspended: true })
      await acrossTeams(releaseExpiredLeasesOfSkipped)
      expect(await scanOf(id)).toMatchObject({ status: "canceled", requests_billed: 0 })
      await makeDue(id)
      for (let i = 0; i < 2; i++) await acrossTeams(releaseExpiredLeasesOfSkipped)
      await recordResults(scan, results)
      expect(await scanOf(id)).toMatchObject({ requests_billed: 3, cost_usd: null, tasks: { skipped: 24 } })
      expect(await spent()).toEqual({ cap_usd: 0.1, spent_usd: expect.closeTo(0.03, 9), unknown_n: 3 })
    },
  )

  it("makes other scans wait while its requests in flight take the whole cap", async () => {
    const { ada, project, start, scanOf } = await cappedProject()
    const { id } = await start()
    const { scan, tasks } = await askWithoutRecording(id, 10)
    await run(cancelScan, ada, { scan_id: id })
    const { id: next } = await start(await project("More"))
    await processScan(next, new Deadline(300))
    expect(vendor.asked).toHaveLength(10)
    expect(await scanOf(next)).toMatchObject({ status: "running", tasks: { failed: 0 } })
    await inTeam(scan.team_id, () => releaseTasks(scan, tasks))
    await askToTheEnd(next)
    expect(await scanOf(next)).toMatchObject({ tasks: { succeeded: 10, failed: 14 } })
  })

  it("releases what was claimed and not asked", async () => {
    const { ada, project, start, scanOf } = await cappedProject()
    const { id } = await start()
    const scan = await openScan(id)
    if (!scan) throw new Error("not open")
    await inTeam(scan.team_id, async () => {
      const tasks = await claimTasks(scan, scan.engines.get("openai_api") as TeamEngine, 3)
      await run(cancelScan, ada, { scan_id: id })
      await releaseTasks(scan, tasks)
    })
    const { id: next } = await start(await project("More"))
    await askToTheEnd(next)
    expect(vendor.asked).toHaveLength(10)
    expect(await scanOf(id)).toMatchObject({ requests_billed: 0, cost_usd: 0, tasks: { skipped: 24 } })
  })
})

it("sample answers are not billed, also if the worker dies after it asked", async () => {
  const { team, ada, project_id } = await sampleProject({ prompts: 4, project: { runs_per_prompt: 1 } })
  const { id } = (await run(createScan, ada, { project_id })).data
  const scan = await openScan(id)
  if (!scan) throw new Error("not open")
  await inTeam(team.id, () => claimTasks(scan, scan.engines.get("sample") as TeamEngine, 2))
  await makeDue(id)
  await askToTheEnd(id)
  const { data } = await run(getScan, ada, { scan_id: id })
  expect(data).toMatchObject({ requests_billed: 0, cost_usd: 0, tasks: { succeeded: 4 } })
  expect((await run(getSpend, ada, {})).data).toMatchObject({ spent_usd: 0, unknown_n: 0 })
})

it("a scan that ends because its engine is turned off still reserves the cost of requests in flight", async () => {
  const { ada, project, start, scanOf, spent } = await cappedProject()
  const { id } = await start()
  const { scan, results } = await askWithoutRecording(id, 10)
  await run(setUpEngine, ada, { engine_id: "openai_api", is_enabled: false })
  await askToTheEnd(id)
  expect(await scanOf(id)).toMatchObject({ status: "failed", tasks: { skipped: 24 } })
  await run(setUpEngine, ada, { engine_id: "openai_api", is_enabled: true })
  const { id: next } = await start(await project("More"))
  await processScan(next, new Deadline(300))
  await inTeam(scan.team_id, () => recordResults(scan, results))
  await askToTheEnd(next)
  expect(vendor.asked).toHaveLength(10)
  expect(await scanOf(id)).toMatchObject({ requests_billed: 10 })
  expect(await spent()).toMatchObject({ spent_usd: expect.closeTo(0.1, 9) })
})
