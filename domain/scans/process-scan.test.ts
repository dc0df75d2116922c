import { describe, expect, it } from "vitest"
import { EngineError } from "@/domain/ai-engines/engine-client"
import { listEngineSettings } from "@/domain/ai-engines/list-engine-settings"
import { setUpEngine } from "@/domain/ai-engines/set-up-engine"
import type { TeamEngine } from "@/domain/ai-engines/team-engines"
import { saying } from "@/domain/ai-engines/testing/vendor-server"
import { maxAnswerCharacters, maxSources, maxUrlCharacters } from "@/domain/answers/answer-limits"
import { getAnswer } from "@/domain/answers/get-answer"
import { listAnswers } from "@/domain/answers/list-answers"
import { Deadline } from "@/domain/kernel/deadline"
import { newId } from "@/domain/kernel/ids"
import { run } from "@/domain/kernel/operation"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { getMetrics } from "@/domain/visibility/get-metrics"
import { inTeam, prisma } from "@/prisma/client"
import { cancelScan } from "./cancel"
import { createScan } from "./create"
import { statusOf } from "./end-scan"
import { openScan } from "./open-scan"
import { processScan } from "./process-scan"
import { recordResults } from "./record-results"
import { askTask, retryDelaySeconds } from "./task-result"
import { claimTasks } from "./tasks"
import { makeDue, tasksOf, vendorKey, vendorOfFile, vendorProject } from "./testing/vendor-project"

const vendor = vendorOfFile()
const other = vendorOfFile()
const key = vendorKey
const setup = (wanted: Parameters<typeof vendorProject>[1] = {}) => vendorProject(vendor, wanted)

const soon = () => new Deadline(90_000)
const briefly = () => new Deadline(2_000)

describe("a scan", () => {
  it("asks every prompt of every engine in every run, and ends with metrics and one event", async () => {
    const { ada, project_id, start, scanOf, events } = await setup({ other })
    const { id, tasks, status } = await start()
    expect([tasks.total, status]).toEqual([16, "queued"])
    expect(await processScan(id, soon())).toBeNull()
    expect([vendor.asked.length, other.asked.length]).toEqual([8, 8])
    expect(vendor.asked[0]?.headers.authorization).toBe(`Bearer ${key}`)
    expect(await scanOf(id)).toMatchObject({
      status: "completed",
      answers_valid: 16,
      tasks: { total: 16, succeeded: 16, failed: 0, skipped: 0 },
    })
    const { data } = await run(getMetrics, ada, { project_id, scan_id: id, group_by: ["brand", "engine"] } as never)
    const openai = data.rows.filter((row) => JSON.stringify(row).includes("openai_api"))
    expect(openai.map((row) => [row.brand.name, row.visibility.value])).toEqual([
      ["Anker", 1],
      ["Sony", 1],
    ])
    expect(openai.find((row) => row.brand.name === "Sony")?.average_position.value).toBe(1)
    const [event, ...others] = await events()
    expect(others).toEqual([])
    expect(event).toMatchObject({
      type: "scan.completed",
      data: { scan: { id, status: "completed", tasks: { total: 16 } } },
    })
    expect(await processScan(id, soon())).toBeNull()
    expect(await events()).toHaveLength(1)
  })

  it("cuts an answer that is too long, leaves out addresses that are too long, and reports both", async () => {
    const { ada, project_id, start } = await setup({ prompts: 1, runs: 1 })
    const { id } = await start()
    const pages = Array.from({ length: maxSources + 2 }, (_, i) => `https://a.example/${i}`)
    const annotations = [`https://a.example/${"b".repeat(maxUrlCharacters)}`, ...pages].map((url) => ({
      type: "url_citation",
      url,
      title: "A",
      start_index: 0,
      end_index: 1,
    }))
    const content = [{ type: "output_text", text: `Sony ${"a".repeat(maxAnswerCharacters)}`, annotations }]
    const output = [{ type: "message", id: "m", role: "assistant", status: "completed", content }]
    vendor.answers.push({ ...(saying("/responses", "") as object), output })
    expect(await processScan(id, soon())).toBeNull()
    const { data: answers } = await run(listAnswers, ada, { project_id, scan_id: id } as never)
    const { data } = await run(getAnswer, ada, { answer_id: answers[0]?.id ?? "" })
    expect(data.text).toHaveLength(maxAnswerCharacters)
    expect(data.citations).toHaveLength(maxSources)
    expect(data.asking).toMatchObject({ cut_characters: 5, left_out_sources: 3 })
  })

  it("is processed by several workers without asking twice, and ends once", async () => {
    const { start, scanOf, events } = await setup({ prompts: 20, runs: 3 })
    const { id } = await start()
    await Promise.all([processScan(id, soon()), processScan(id, soon()), processScan(id, soon())])
    await processScan(id, soon())
    expect(vendor.asked).toHaveLength(60)
    expect(await scanOf(id)).toMatchObject({ status: "completed", answers_valid: 60, tasks: { succeeded: 60 } })
    expect(await events()).toHaveLength(1)
  })

  it("pauses when the engine asks for it, and then continues", async () => {
    const { start, scanOf } = await setup({ prompts: 6, runs: 1 })
    vendor.failures.push({ status: 429, retryAfter: "30" })
    const { id } = await start()
    const waitMs = await processScan(id, briefly())
    expect(waitMs).toBeGreaterThan(20_000)
    const { tasks } = await scanOf(id)
    expect(tasks.succeeded).toBeLessThan(6)
    expect(vendor.asked.length).toBeLessThanOrEqual(tasks.succeeded + 1)
    await makeDue(id)
    expect(await processScan(id, soon())).toBeNull()
    expect(await scanOf(id)).toMatchObject({ status: "completed", tasks: { succeeded: 6, failed: 0 } })
    expect(vendor.asked).toHaveLength(7)
  })

  it("is partial when some answers fail and failed when most do, and publishes an event for both", async () => {
    const { start, scanOf, events } = await setup({ prompts: 10, runs: 1 })
    vendor.failures.push({ status: 400 })
    const partial = await start()
    expect(await processScan(partial.id, soon())).toBeNull()
    expect(await scanOf(partial.id)).toMatchObject({ status: "partial", tasks: { succeeded: 9, failed: 1 } })
    vendor.failures.push(...Array(10).fill({ status: 401 }))
    const failed = await start()
    expect(await processScan(failed.id, soon())).toBeNull()
    expect(await scanOf(failed.id)).toMatchObject({ status: "failed", answers_valid: 0, tasks: { failed: 10 } })
    const statuses = (await events()).map((event) => (event.data as { scan: { status: string } }).scan.status)
    expect(statuses.sort()).toEqual(["failed", "partial"])
    const everything = JSON.stringify([await events(), await scanOf(failed.id)])
    expect(everything).not.toContain(key)
  })

  it("asks nothing more once it is canceled, and ignores late answers", async () => {
    const { ada, start, scanOf, events } = await setup({ prompts: 3, runs: 1 })
    const { id } = await start()
    const open = await openScan(id)
    if (!open) throw new Error("not open")
    const engine = open.engines.get("openai_api")
    const [task] = await inTeam(open.team_id, () => claimTasks(open, open.engines.get("openai_api") as TeamEngine, 1))
    if (!engine || !task) throw new Error("nothing to ask")
    const late = await askTask(open, engine, task)
    expect((await run(cancelScan, ada, { scan_id: id })).data).toMatchObject({
      status: "canceled",
      tasks: { skipped: 3 },
    })
    await recordResults(open, [late])
    expect(await processScan(id, soon())).toBeNull()
    expect(await scanOf(id)).toMatchObject({ status: "canceled", answers_valid: 0 })
    expect([vendor.asked.length, (await events()).length]).toEqual([1, 0])
    await run(cancelScan, ada, { scan_id: id })
    const { id: next } = await start()
    expect(next).not.toBe(id)
  })

  it("does not ask tasks claimed ahead once it is canceled", async () => {
    const { ada, start, scanOf } = await setup({ prompts: 12, runs: 1 })
    vendor.delayMs = 6_000
    const { id } = await start()
    const asking = processScan(id, soon())
    await expect.poll(() => vendor.asked.length).toBe(3)
    await run(cancelScan, ada, { scan_id: id })
    expect(await asking).toBeNull()
    expect(vendor.asked).toHaveLength(3)
    expect(await scanOf(id)).toMatchObject({
      status: "canceled",
      answers_valid: 0,
      requests_billed: 3,
      tasks: { skipped: 12 },
    })
  })

  it("asks all prompts once before it asks any of them again", async () => {
    const { start } = await setup({ prompts: 20, runs: 3 })
    const open = await openScan((await start()).id)
    const engine = open?.engines.get("openai_api")
    if (!open || !engine) throw new Error("not open")
    const claim = () => inTeam(open.team_id, () => claimTasks(open, engine, 20))
    const runs = [await claim(), await claim(), await claim()].map((tasks) => tasks.map(({ run_index }) => run_index))
    expect(runs).toEqual([Array(20).fill(1), Array(20).fill(2), Array(20).fill(3)])
  })

  it("asks the tasks of a killed process again, and ignores a result under the old lease", async () => {
    const { start, scanOf } = await setup({ prompts: 2, runs: 1 })
    const { id } = await start()
    const open = await openScan(id)
    if (!open) throw new Error("not open")
    const engine = open.engines.get("openai_api")
    const leased = await inTeam(open.team_id, () => claimTasks(open, open.engines.get("openai_api") as TeamEngine, 2))
    if (!engine || !leased[0]) throw new Error("nothing to ask")
    expect(await processScan(id, briefly())).toBeGreaterThan(1_000)
    expect(vendor.asked).toHaveLength(0)
    await makeDue(id)
    const late = await askTask(open, engine, leased[0])
    expect(await processScan(id, soon())).toBeNull()
    await recordResults(open, [late])
    expect(await scanOf(id)).toMatchObject({ answers_valid: 2, tasks: { succeeded: 2 } })
  })

  it("leaves a task to the worker that holds its lease, and ignores results of an earlier worker", async () => {
    const { start, scanOf } = await setup({ prompts: 1, runs: 1 })
    const { id } = await start()
    const open = await openScan(id)
    const engine = open?.engines.get("openai_api")
    if (!open || !engine) throw new Error("not open")
    const claim = () => inTeam(open.team_id, () => claimTasks(open, open.engines.get("openai_api") as TeamEngine, 1))
    const [before] = await claim()
    await makeDue(id)
    const [now] = await claim()
    if (!before || !now) throw new Error("nothing to ask")
    const cost = { is_billed: true, cost_usd: null }
    await recordResults(open, [{ task: before, cost, error_code: "timeout", retryInSeconds: 0 }])
    await recordResults(open, [await askTask(open, engine, before)])
    expect(await tasksOf(id)).toMatchObject([{ status: "running", attempts: 1, lease_token: now.lease_token }])
    expect(await scanOf(id)).toMatchObject({ answers_valid: 0, tasks: { succeeded: 0 } })
    await recordResults(open, [await askTask(open, engine, now)])
    expect(await tasksOf(id)).toMatchObject([{ status: "succeeded", attempts: 2 }])
  })

  it("fails a question whose process dies at each of its five attempts", async () => {
    const { start, scanOf } = await setup({ prompts: 1, runs: 1 })
    const { id } = await start()
    const open = await openScan(id)
    const engine = open?.engines.get("openai_api")
    if (!open || !engine) throw new Error("not open")
    const claim = () => inTeam(open.team_id, () => claimTasks(open, engine, 1))
    for (let i = 0; i < 5; i++) {
      expect(await claim()).toHaveLength(1)
      await makeDue(id)
    }
    expect(await claim()).toEqual([])
    expect(await tasksOf(id)).toMatchObject([{ status: "failed", attempts: 5, error_code: "internal" }])
    expect(await processScan(id, soon())).toBeNull()
    expect(await scanOf(id)).toMatchObject({ status: "failed", requests_billed: 5, tasks: { failed: 1 } })
    expect(vendor.asked).toHaveLength(0)
  })
})

describe("starting a scan", () => {
  it("requires engines that are set up, prompts and budget, and no other open scan", async () => {
    const nothing = await setup({ prompts: 0 })
    await expect(nothing.start()).rejects.toMatchObject({ code: "state_conflict", message: /prompt/ })
    const { ada, start } = await setup({ prompts: 4, runs: 2, budget: 12 })
    await run(setUpEngine, ada, { engine_id: "openai_api", is_enabled: false })
    await expect(start()).rejects.toMatchObject({ code: "state_conflict", message: /openai_api/ })
    await run(setUpEngine, ada, { engine_id: "openai_api", is_enabled: true })
    const { id } = await start()
    await expect(start()).rejects.toMatchObject({ code: "state_conflict", extra: { scan_id: id } })
    await processScan(id, soon())
    await expect(start()).rejects.toMatchObject({ code: "plan_limit_reached", extra: { tasks: 8, left: 4 } })
  })

  it("starts one scan for two concurrent requests", async () => {
    const { start } = await setup({ prompts: 1, runs: 1 })
    const results = await Promise.allSettled([start(), start(), start()])
    expect(results.filter((r) => r.status === "fulfilled")).toHaveLength(1)
  })

  it("returns not found for another team", async () => {
    const { project_id } = await setup({ prompts: 1 })
    const stranger = asPerson(await freshTeam())
    await expect(run(createScan, stranger, { project_id })).rejects.toMatchObject({ code: "resource_not_found" })
    await expect(run(cancelScan, stranger, { scan_id: newId("scan") })).rejects.toMatchObject({
      code: "resource_not_found",
    })
  })
})

describe("setting an engine up", () => {
  it("never returns the key", async () => {
    const { team, ada } = await setup({ prompts: 0 })
    const { data } = await run(listEngineSettings, ada, {})
    expect(data.find((one) => one.engine_id === "openai_api")).toMatchObject({
      is_enabled: true,
      key_hint: "cdef",
      model: "gpt-5.5",
    })
    expect(JSON.stringify(data)).not.toContain(key)
    const [stored] = await inTeam(team.id, () => prisma.teamEngine.findMany({ where: { engine_id: "openai_api" } }))
    expect(Buffer.from(stored?.key_sealed ?? []).toString("latin1")).not.toContain(key)
  })

  it.each([
    [{ engine_id: "anthropic_api", is_enabled: true }, "parameter_invalid"],
    [{ engine_id: "compatible_api", model: "llama", is_enabled: true }, "parameter_invalid"],
    [{ engine_id: "compatible_api", model: "llama", base_url: " ", is_enabled: true }, "parameter_invalid"],
    [{ engine_id: "compatible_api", model: "llama", base_url: "http://169.254.169.254/v1" }, "url_not_allowed"],
  ] as const)("rejects %j", async (given, code) => {
    const { ada } = await setup({ prompts: 0 })
    await expect(run(setUpEngine, ada, given)).rejects.toMatchObject({ code })
    await expect(
      run(setUpEngine, { ...ada, actor: { ...ada.actor, role: "member" } } as never, given),
    ).rejects.toMatchObject({
      code: "role_missing",
    })
  })
})

describe("statusOf and retryInSeconds", () => {
  it.each([
    [[{ tasks: 10, valid: 10 }], "completed"],
    [[{ tasks: 10, valid: 8 }], "partial"],
    [[{ tasks: 10, valid: 7 }], "failed"],
    [
      [
        { tasks: 30, valid: 30 },
        { tasks: 4, valid: 1 },
      ],
      "failed",
    ],
    [
      [
        { tasks: 30, valid: 30 },
        { tasks: 4, valid: 2 },
      ],
      "partial",
    ],
    [[], "failed"],
  ] as const)("%j ends as %s", (engines, status) => expect(statusOf(engines)).toBe(status))

  it.each([
    [1, null, 5],
    [2, null, 10],
    [4, null, 40],
    [1, 90, 90],
    [1, 100_000, 3_600],
    [5, null, null],
  ])("attempt %s with a requested wait of %s s is retried after %s s", (attempts, retryAfterSeconds, expected) => {
    const failure = new EngineError("rate_limited", "", { isRetryable: true, retryAfterSeconds })
    expect(retryDelaySeconds(failure, attempts, () => 0.5)).toBe(expected)
  })

  it("does not retry permanent failures", () => {
    expect(retryDelaySeconds(new EngineError("refused", "", { isRetryable: false }), 1)).toBeNull()
  })
})
