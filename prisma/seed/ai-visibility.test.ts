import { expect, it } from "vitest"
import { getProject } from "@/domain/ai-projects/get-project"
import { listPrompts } from "@/domain/ai-projects/prompts/list-prompts"
import { getSourceBrands } from "@/domain/answers/get-source-brands"
import { getSourceChanges } from "@/domain/answers/get-source-changes"
import { listAnswers } from "@/domain/answers/list-answers"
import { listCitations } from "@/domain/answers/list-citations"
import { Deadline } from "@/domain/kernel/deadline"
import { run } from "@/domain/kernel/operation"
import { createScan } from "@/domain/scans/create"
import { getScan } from "@/domain/scans/get"
import { processScan } from "@/domain/scans/process-scan"
import { freshClient } from "@/domain/testing/client"
import { asKey, asPerson, freshTeam } from "@/domain/testing/team"
import { getMetrics } from "@/domain/visibility/get-metrics"
import { seedAiVisibility } from "./ai-visibility"

async function seeded(at: Date) {
  const team = await freshTeam()
  const clients = await Promise.all([
    freshClient(team, { name: "Harbor & Hearth" }),
    freshClient(team, { name: "Bergamo Bikes" }),
  ])
  const given = clients.map(({ id, name }) => ({
    id,
    name,
    domain: `${name.toLowerCase().replace(/[^a-z]/g, "")}.example`,
  }))
  const { project_id } = await seedAiVisibility({ teamId: team.id, clients: given, now: at })
  return { team, project_id, now: () => at }
}

it("the sample projects have eight weekly scans up to yesterday, with numbers that change", async () => {
  const at = new Date("2026-11-20T09:00:00Z")
  const { team, project_id, now } = await seeded(at)
  const ctx = asKey(team, undefined, now)
  const { data: project } = await run(getProject, ctx, { project_id })
  expect(project).toMatchObject({
    name: "E-bikes",
    own_brand: { name: "Bergamo Bikes" },
    engines: ["sample_chatgpt", "sample_copilot", "sample_google_ai_mode"],
    asked_engines: ["sample_chatgpt", "sample_copilot", "sample_google_ai_mode"],
    next_scan_at: expect.stringMatching(/T05:00:00/),
    latest: { finished_at: expect.stringMatching(/^2026-11-19T05:/) },
  })
  const { data } = await run(getMetrics, ctx, { project_id, compare: "previous_period" })
  expect(data.totals).toMatchObject({ scans_n: 4, answers_n: 4 * 11 * 3 * 5, cells_n: 33, prompts_n: 11 })
  expect(data.rows).toHaveLength(5)
  const verdicts = Object.fromEntries(data.rows.map((row) => [row.brand.name, row.change?.verdict]))
  expect(verdicts).toMatchObject({ "Bergamo Bikes": "up", Veloria: "down", Kettenwerk: "no_clear_change" })
  const sentiments = data.rows.map(({ sentiment_score }) => sentiment_score)
  expect(sentiments.every(({ value, denominator }) => value !== null && denominator > 100)).toBe(true)
  const { data: changes } = await run(getSourceChanges, ctx, { project_id })
  expect([changes.new, changes.lost].map(({ sources }) => sources.map((s) => s.key))).toEqual([
    ["pedalpost.example"],
    ["citylife.example"],
  ])
  const gaps = await run(listPrompts, ctx, { project_id, gap: true })
  expect(gaps.data.map(({ text }) => text)).toEqual(["Which e-bike can tow a trailer?"])
  const sourceGaps = await run(getSourceBrands, ctx, { project_id, gaps: true })
  expect(sourceGaps.data.sources.map(({ domain }) => domain)).toEqual(["trailertests.example"])
  const unclassified = await run(listCitations, ctx, { project_id, source_class: ["other"] })
  expect(unclassified.data).toEqual([])
  const { data: prompts } = await run(listPrompts, ctx, { project_id })
  const { data: newest } = await run(listAnswers, ctx, { project_id, limit: 1 })
  expect(prompts.find(({ id }) => id === newest[0]?.prompt_id)).toMatchObject({ is_branded: false })
  const sources = await run(listCitations, ctx, { project_id, source_class: ["own"] })
  expect(sources.data.map((s) => s.key)).toEqual(["bergamobikes.example"])
})

it("a new scan of a sample project asks as much as the scans before it, and costs nothing", async () => {
  const { team, project_id } = await seeded(new Date())
  const { data: scan } = await run(createScan, asPerson(team), { project_id })
  expect(await processScan(scan.id, new Deadline(90_000))).toBeNull()
  const { data } = await run(getScan, asKey(team), { scan_id: scan.id })
  expect(data).toMatchObject({ status: "completed", answers_valid: 180, cost_usd: 0, requests_billed: 0 })
})

it("the same day gives the same answers in every team", async () => {
  const at = new Date("2026-11-20T09:00:00Z")
  const one = await seeded(at)
  const two = await seeded(at)
  const figures = async ({ team, project_id, now }: typeof one) => {
    const query = { project_id, group_by: ["brand" as const, "engine" as const] }
    const { data } = await run(getMetrics, asKey(team, undefined, now), query)
    return data.rows.map(({ brand, ...row }) => ({ ...row, brand: brand.name }))
  }
  expect(await figures(one)).toEqual(await figures(two))
})
