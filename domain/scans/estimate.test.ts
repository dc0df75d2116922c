import { describe, expect, it } from "vitest"
import { setEnginePrice } from "@/domain/ai-engines/set-engine-price"
import { setUpEngine } from "@/domain/ai-engines/set-up-engine"
import { examplePrice } from "@/domain/ai-engines/testing/price"
import { createPrompts } from "@/domain/ai-projects/prompts/create-prompts"
import { updateProject } from "@/domain/ai-projects/update-project"
import { Deadline } from "@/domain/kernel/deadline"
import { newId } from "@/domain/kernel/ids"
import { run } from "@/domain/kernel/operation"
import { asKey, asPerson, freshTeam } from "@/domain/testing/team"
import { inTeam, prisma } from "@/prisma/client"
import { createScan } from "./create"
import { estimateScan } from "./estimate"
import { processScan } from "./process-scan"
import { sampleProject } from "./testing/sample-project"

type Change = Omit<Parameters<typeof run<typeof estimateScan>>[2], "project_id">

async function setup(more: Parameters<typeof sampleProject>[0] = {}) {
  const made = await sampleProject(more)
  const { ada, project_id } = made
  const estimate = async (change: Change = {}) => (await run(estimateScan, ada, { project_id, ...change })).data
  return { ...made, estimate, codes: async (change?: Change) => (await estimate(change)).blockers.map((b) => b.code) }
}

describe("the estimate of a scan", () => {
  it("counts what the project would ask and predicts the precision", async () => {
    const { estimate } = await setup({ prompts: 5, project: { regions: ["IT", "DE"], runs_per_prompt: 3 } })
    expect(await estimate()).toMatchObject({
      prompts_n: 5,
      engines: ["sample"],
      regions_n: 2,
      runs_per_prompt: 3,
      cells_n: 10,
      tasks: 30,
      left_this_month: 20_000,
      allowed_a_month: 20_000,
      fits: true,
      blockers: [],
      scans_a_month: 0,
      visibility: { value: 0.3, is_measured: false },
      cost_usd: 0,
      by_engine: [{ engine_id: "sample", is_sample: true, tasks: 30, cost_usd: 0 }],
    })
    const [total, ofEngine] = (await estimate()).precision
    expect(total).toMatchObject({ engine_id: null, answers_n: 30, confidence: "medium" })
    expect(total?.half_width).toBeCloseTo(0.156, 3)
    expect(total?.worst_half_width).toBeCloseTo(0.168, 3)
    expect(total?.detectable_fall).toBeCloseTo(0.25, 1)
    expect(total?.detectable_rise).toBeGreaterThan(total?.detectable_fall as number)
    expect(ofEngine).toEqual({ ...total, engine_id: "sample" })
  })

  it("estimates changed settings and leaves the project unchanged", async () => {
    const { estimate, codes } = await setup()
    const before = await estimate()
    const change = {
      prompts_n: 100,
      regions: ["IT", "IT", "FR"],
      runs_per_prompt: 5,
      schedule: { every: "weekly" },
    } as const
    expect(await estimate({ ...change, regions: [...change.regions] })).toMatchObject({
      prompts_n: 100,
      regions_n: 2,
      tasks: 1_000,
      scans_a_month: 5,
      tasks_a_month: 5_000,
    })
    expect(await codes({ asked_engines: ["openai_api"] })).toEqual(["engine_not_set_up"])
    expect(await codes({ asked_engines: ["sample", "openai_api"] })).toEqual([
      "engine_not_set_up",
      "sample_beside_others",
    ])
    expect(await codes({ asked_engines: [] })).toEqual(["no_engine"])
    expect(await estimate({ monthly_answer_budget: 5 })).toMatchObject({ left_this_month: 5, allowed_a_month: 5 })
    expect(await codes({ monthly_answer_budget: 5 })).toEqual(["over_budget"])
    expect(await estimate()).toEqual(before)
  })

  it("returns the next scheduled times across a daylight saving change", async () => {
    const { ada, project_id } = await setup()
    const asker = { ...ada, now: () => new Date("2026-03-27T12:00:00Z") }
    const next = async (schedule: Change["schedule"]) =>
      (await run(estimateScan, asker, { project_id, schedule })).data.next_scans
    expect(await next({ every: "daily", hour: 7, timezone: "Europe/Rome" })).toEqual([
      "2026-03-28T06:00:00.000Z",
      "2026-03-29T05:00:00.000Z",
      "2026-03-30T05:00:00.000Z",
    ])
    expect(await next({ every: "monthly", day: 31 })).toHaveLength(3)
    expect(await next({ every: "manual" })).toEqual([])
  })

  it("returns every blocker, the same as the start reports", async () => {
    const { ada, project_id, estimate, codes } = await setup({ prompts: 0, project: { monthly_answer_budget: 6 } })
    const start = () => run(createScan, ada, { project_id })
    expect(await codes()).toEqual(["no_prompts"])
    await run(createPrompts, ada, { project_id, prompts: ["a", "b", "c", "d"].map((text) => ({ text })) })
    expect(await estimate()).toMatchObject({ tasks: 8, left_this_month: 6, allowed_a_month: 6, fits: false })
    expect(await codes()).toEqual(["over_budget"])
    expect([await codes({ monthly_answer_budget: 7 }), await codes({ monthly_answer_budget: 8 })]).toEqual([
      ["over_budget"],
      [],
    ])
    expect(await estimate({ monthly_answer_budget: 8 })).toMatchObject({ tasks: 8, left_this_month: 8, fits: true })
    await expect(start()).rejects.toMatchObject({ code: "plan_limit_reached", extra: { blocker: "over_budget" } })
    await run(updateProject, ada, { project_id, runs_per_prompt: 1 })
    const { id: scan_id } = (await start()).data
    expect(await estimate()).toMatchObject({ left_this_month: 2 })
    expect((await estimate()).blockers).toMatchObject([{ code: "scan_under_way", scan_id }, { code: "over_budget" }])
    await run(setUpEngine, ada, { engine_id: "sample", is_enabled: false })
    await run(updateProject, ada, { project_id, status: "paused" })
    const all = ["project_paused", "scan_under_way", "engine_not_set_up", "over_budget"]
    expect(await codes()).toEqual(all)
    await expect(start()).rejects.toMatchObject({ code: "state_conflict", extra: { blocker: "project_paused" } })
    await run(updateProject, ada, { project_id, status: "archived" })
    expect((await codes())[0]).toBe("project_archived")
    for (const { message, fix } of (await estimate()).blockers)
      expect([message, fix].every((text) => /^[A-Z].*\.$/.test(text))).toBe(true)
  })

  it("reports that the free plan includes no scans", async () => {
    const { ada, project_id, codes } = await setup({ plan: "free" })
    expect(await codes()).toEqual(["plan_required"])
    await expect(run(createScan, ada, { project_id })).rejects.toMatchObject({ code: "plan_required" })
  })

  it("uses the latest visibility, and excludes branded prompts from the precision", async () => {
    const { ada, project_id, estimate } = await setup({ prompts: 10 })
    await run(createPrompts, ada, { project_id, prompts: [{ text: "Is Sony good?" }] })
    const { data } = await run(createScan, ada, { project_id })
    await processScan(data.id, new Deadline(90_000))
    const { visibility, precision, prompts_n } = await estimate()
    expect([visibility.is_measured, prompts_n, precision[0]?.answers_n]).toEqual([true, 11, 20])
    expect(visibility.value).toBeGreaterThan(0)
    expect((await estimate({ prompts_n: 31 })).precision[0]?.answers_n).toBe(60)
  })

  it("predicts costs from the cost of earlier answers, and returns null without them", async () => {
    const { team, ada, project_id, estimate } = await setup()
    await run(setUpEngine, ada, { engine_id: "perplexity_api", api_key: "pplx-0123456789", is_enabled: true })
    const asked_engines = ["sample", "perplexity_api"] as const
    const both = () => estimate({ asked_engines: [...asked_engines] })
    expect(await both()).toMatchObject({ cost_usd: null, by_engine: [{ cost_usd: 0 }, { cost_usd: null }] })
    const { data } = await run(createScan, ada, { project_id })
    await processScan(data.id, new Deadline(90_000))
    await inTeam(team.id, async () => {
      const [one] = await prisma.answer.findMany({
        where: { team_id: team.id, scan_id: data.id },
        orderBy: { id: "asc" },
      })
      const of = { team_id: team.id, scan_id: data.id }
      await prisma.answer.updateMany({ where: of, data: { engine_id: "perplexity_api", cost_usd: 0.01 } })
      await prisma.answer.updateMany({ where: { ...of, id: one?.id as string }, data: { cost_usd: 0.09 } })
    })
    const { cost_usd, by_engine } = await both()
    expect(cost_usd).toBeCloseTo(8 * 0.02, 9)
    expect(by_engine[1]?.cost_usd).toBe(cost_usd)
  })

  it("predicts costs from the tokens and searches of earlier answers at today's price", async () => {
    const { team, ada, project_id, estimate } = await setup()
    await run(setUpEngine, ada, { engine_id: "openai_api", api_key: "sk-0123456789", is_enabled: true })
    const { data } = await run(createScan, ada, { project_id })
    await processScan(data.id, new Deadline(90_000))
    const record = (answer: object) =>
      inTeam(team.id, () => prisma.answer.updateMany({ where: { team_id: team.id, scan_id: data.id }, data: answer }))
    await record({ engine_id: "openai_api", tokens_in: 1_000, tokens_out: 100, searches_n: 2, cost_usd: 0.001 })
    const costOfAnswer = async () => {
      const { cost_usd, tasks } = await estimate({ asked_engines: ["openai_api"] })
      return cost_usd === null ? null : cost_usd / tasks
    }
    const price = { ...examplePrice, valid_from: "2026-01-01", usd_per_million_in: 1, usd_per_million_out: 10 }
    expect(await costOfAnswer(), "without a price").toBeNull()
    await run(setEnginePrice, ada, { ...price, usd_per_search: 0.01 })
    expect(await costOfAnswer()).toBeCloseTo(0.002 + 0.02, 9)
    await record({ searches_n: null })
    expect(await costOfAnswer(), "answers of earlier releases").toBeNull()
    await run(setEnginePrice, ada, { ...price, usd_per_search: 0 })
    expect(await costOfAnswer()).toBeCloseTo(0.002, 9)
    await record({ searches_n: 0 })
    await run(setEnginePrice, ada, { ...price, usd_per_search: null })
    expect(await costOfAnswer(), "the next answers may search").toBeNull()
    await run(setUpEngine, ada, { engine_id: "openai_api", web_search: false })
    expect(await costOfAnswer()).toBeCloseTo(0.002, 9)
  })

  it("is available to all members including viewers, and to no other team", async () => {
    const { team, project_id } = await setup()
    await expect(run(estimateScan, asPerson(team, "viewer"), { project_id })).resolves.toBeDefined()
    await expect(run(estimateScan, asKey(team), { project_id })).rejects.toMatchObject({ code: "scope_missing" })
    const stranger = asPerson(await freshTeam())
    for (const asked of [project_id, newId("aiProject")])
      await expect(run(estimateScan, stranger, { project_id: asked })).rejects.toMatchObject({
        code: "resource_not_found",
      })
  })
})
