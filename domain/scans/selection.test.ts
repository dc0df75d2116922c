import { describe, expect, it } from "vitest"
import { getProject } from "@/domain/ai-projects/get-project"
import { createPrompts } from "@/domain/ai-projects/prompts/create-prompts"
import { listPrompts } from "@/domain/ai-projects/prompts/list-prompts"
import { updatePrompt } from "@/domain/ai-projects/prompts/update-prompt"
import { listAnswers } from "@/domain/answers/list-answers"
import { listAudit } from "@/domain/audit/list"
import { Deadline } from "@/domain/kernel/deadline"
import { run } from "@/domain/kernel/operation"
import { asKey } from "@/domain/testing/team"
import { getMetrics } from "@/domain/visibility/get-metrics"
import { inTeam, prisma } from "@/prisma/client"
import { createScan } from "./create"
import { estimateScan } from "./estimate"
import { listScans } from "./list"
import { processScan } from "./process-scan"
import type { ScanChoice } from "./selection"
import { vendorOfFile, vendorProject } from "./testing/vendor-project"

const vendor = vendorOfFile()
const other = vendorOfFile()

/** A project with four prompts, two engines and two runs per prompt: a scan of everything requests 16 answers. */
async function setup() {
  const made = await vendorProject(vendor, { other })
  const { ada, project_id } = made
  const prompts = (await run(listPrompts, ada, { project_id })).data
  const start = async (choice: ScanChoice = {}) => (await run(createScan, ada, { project_id, ...choice } as never)).data
  const finish = async (choice: ScanChoice = {}) => {
    const { id } = await start(choice)
    expect(await processScan(id, new Deadline(90_000))).toBeNull()
    return made.scanOf(id)
  }
  return { ...made, prompts, prompt_ids: prompts.map(({ id }) => id), start, finish }
}

const engines = ["perplexity_api"]
const dayFromToday = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

describe("a scan of a selection", () => {
  it("asks only the selected engines and prompts, and its budget counts only these", async () => {
    const { ada, project_id, prompt_ids, finish } = await setup()
    const { data: before } = await run(estimateScan, ada, { project_id })
    const scan = await finish({ engines, prompt_ids: prompt_ids.slice(0, 3) })
    expect(scan).toMatchObject({
      status: "completed",
      tasks: { total: 6, succeeded: 6 },
      selection: { engines, prompts_n: 3 },
    })
    expect([vendor.asked.length, other.asked.length]).toEqual([0, 6])
    const { data: answers } = await run(listAnswers, ada, { project_id, scan_id: scan.id })
    expect(new Set(answers.map(({ prompt_id }) => prompt_id))).toEqual(new Set(prompt_ids.slice(0, 3)))
    const { data: after } = await run(estimateScan, ada, { project_id })
    expect(before.left_this_month - after.left_this_month).toBe(6)
  })

  it("records the selection in the audit log", async () => {
    const { ada, start } = await setup()
    const { id } = await start({ engines })
    const { data } = await run(listAudit, ada, {})
    expect(data.find(({ subject_id }) => subject_id === id)).toMatchObject({
      action: "ai_visibility.scan_started",
      after: { tasks: 8, selection: { engines, prompts_n: 4 } },
    })
  })

  it("is a scan like all others if it selects everything", async () => {
    const { prompt_ids, start } = await setup()
    const scan = await start({ engines: ["perplexity_api", "openai_api"], prompt_ids })
    expect([scan.selection, scan.tasks.total]).toEqual([null, 16])
  })

  it("is estimated by what it asks, and is a selection only if it leaves something out", async () => {
    const { ada, project_id, prompt_ids } = await setup()
    const { data } = await run(createPrompts, ada, { project_id, prompts: [{ text: "Is Sony good?" }] })
    const brandedIds = data.items.map(({ id }) => id)
    const estimateOf = async (choice: ScanChoice = {}) => {
      const { tasks, precision, is_selection } = (await run(estimateScan, ada, { project_id, ...choice } as never)).data
      return [tasks, precision[0]?.answers_n, is_selection]
    }
    expect(await estimateOf()).toEqual([20, 16, false])
    expect(await estimateOf({ prompt_ids: prompt_ids.slice(0, 1) })).toEqual([4, 4, true])
    expect(await estimateOf({ prompt_ids: brandedIds })).toEqual([4, 0, true])
    expect(await estimateOf({ engines })).toEqual([10, 8, true])
    for (const prompt_id of prompt_ids) await run(updatePrompt, ada, { prompt_id, status: "paused" })
    expect(await estimateOf({ prompt_ids: brandedIds })).toEqual([4, 0, false])
  })

  it("does not need engines that it does not ask", async () => {
    const { team, start } = await setup()
    await inTeam(team.id, () =>
      prisma.teamEngine.updateMany({
        where: { team_id: team.id, engine_id: "openai_api" },
        data: { is_enabled: false },
      }),
    )
    await expect(start()).rejects.toMatchObject({ code: "state_conflict" })
    expect((await start({ engines })).tasks.total).toBe(8)
  })

  it("cannot ask other engines, paused prompts, or prompts of another project", async () => {
    const { ada, prompt_ids, project_id, start } = await setup()
    const [prompt_id = ""] = prompt_ids
    await run(updatePrompt, ada, { prompt_id, status: "paused" })
    const foreign = await setup()
    for (const ids of [[prompt_id], foreign.prompt_ids])
      await expect(start({ prompt_ids: ids })).rejects.toMatchObject({ errors: [{ parameter: "prompt_ids" }] })
    await expect(start({ engines: ["gemini_api"] })).rejects.toMatchObject({
      errors: [{ parameter: "engines", fix: "Its engines: openai_api, perplexity_api." }],
    })
    expect((await run(listScans, ada, { project_id })).data).toEqual([])
  })
})

describe("trends", () => {
  it("leave out a scan of a selection, which has metrics of its own", async () => {
    const { team, ada, project_id, finish, events } = await setup()
    const first = await finish()
    const selected = await finish({ engines })
    const latest = async () => (await run(getProject, ada, { project_id })).data.latest?.scan_id
    expect(await latest()).toBe(first.id)
    const answersOf = async (query: object) =>
      (await run(getMetrics, asKey(team), { project_id, ...query } as never)).data.rows[0]?.answers_n
    expect(await answersOf({ from: dayFromToday(-1), to: dayFromToday(1) })).toBe(
      await answersOf({ scan_id: first.id }),
    )
    expect(await answersOf({ scan_id: selected.id })).toBe(8)
    const second = await finish()
    expect(await latest()).toBe(second.id)
    const compared = { project_id, compare: "previous_period" as const }
    const comparisonOf = async (scan_id: string) => (await run(getMetrics, ada, { ...compared, scan_id })).data.rows[0]
    expect((await comparisonOf(second.id))?.change).toMatchObject({ cells_compared: 8 })
    expect((await run(getMetrics, ada, { ...compared, scan_id: selected.id })).meta.comparison).toBeNull()
    const event = (await events()).find(({ data }) => (data as { scan: { id: string } }).scan.id === selected.id)
    expect(event?.data).toMatchObject({
      scan: {
        selection: { engines, prompts_n: 4 },
        comparable_to_previous: false,
        not_comparable_reason: "selection",
        results: { visibility: { denominator: 8, previous: null } },
      },
    })
    const found = async (is_selection: boolean) =>
      (await run(listScans, ada, { project_id, is_selection })).data.map(({ id }) => id)
    expect([await found(true), await found(false)]).toEqual([[selected.id], [second.id, first.id]])
  })
})
