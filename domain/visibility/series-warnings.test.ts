import { expect, it } from "vitest"
import type { TeamFacts } from "@/domain/kernel/context"
import { newId } from "@/domain/kernel/ids"
import { run } from "@/domain/kernel/operation"
import { asKey, freshTeam } from "@/domain/testing/team"
import { inTeam, prisma } from "@/prisma/client"
import { getMetrics } from "./get-metrics"
import { readBreaks } from "./series-warnings"
import { type FactPrompt, type FactScan, type PanelFacts, panelEngines, storePanel } from "./testing/panel-facts"

const prompts = Array.from(
  { length: 6 },
  (_, i): FactPrompt => ({
    id: newId("prompt"),
    topic: null,
    isBranded: i === 5,
    tags: i === 4 ? ["late"] : [],
  }),
)
const bose = { id: newId("brand"), name: "Bose", kind: "own" as const }

/** One scan. `panel`: version of the prompt set. `asks`: indexes of `prompts`. `engines`: id to model. */
type Wave = { date: string; panel?: number; asks: number[]; engines: Record<string, string>; regions?: string[] }

/**
 * Stores a project with one scan per wave, after `spoil` has edited its facts. `ask` queries March 2026 and returns the
 * warnings.
 */
async function series(team: TeamFacts, waves: Wave[], spoil = (_: PanelFacts) => {}) {
  const mine = prompts.map((prompt) => ({ ...prompt, id: newId("prompt") }))
  const facts: PanelFacts = {
    topics: [],
    prompts: mine,
    brands: [{ ...bose, id: newId("brand") }],
    engines: panelEngines,
    regions: [],
    scans: [],
    answers: [],
    failed: [],
  }
  for (const { date, panel = 1, asks, engines, regions = [""] } of waves) {
    const scan: FactScan = { id: newId("scan"), date, status: "completed", panel }
    facts.scans.push(scan)
    for (const prompt of asks.map((i) => mine[i] as FactPrompt))
      for (const [engine, config] of Object.entries(engines))
        for (const region of regions)
          facts.answers.push({ scan, prompt, engine, region, config, mentions: [], citations: [] })
  }
  spoil(facts)
  const project_id = await storePanel(team, facts)
  type Query = Omit<Parameters<typeof run<typeof getMetrics>>[2], "project_id">
  const ask = async (query: Query = {}) => {
    const march = query.scan_id || query.from ? {} : { from: "2026-03-01", to: "2026-03-31" }
    return (await run(getMetrics, asKey(team), { project_id, ...march, ...query })).meta.warnings ?? []
  }
  return { ask, facts, project_id }
}

const same = { asks: [0, 1, 2], engines: { panel_a: "gpt-5" } }
const onDays = (...waves: Partial<Wave>[]) =>
  waves.map((wave, i): Wave => ({ date: `2026-03-0${i + 2}`, ...same, ...wave }))

it("returns no warning for a series without a break", async () => {
  const { ask } = await series(await freshTeam(), onDays({}, {}, {}))
  expect(await ask()).toEqual([])
})

it("warns when an engine's model changes, with both models and the date", async () => {
  const waves = onDays({}, { engines: { panel_b: "g" } }, { engines: { panel_a: "gpt-6" } })
  const { ask, facts } = await series(await freshTeam(), waves)
  const found = (await ask({ engine: ["panel_a"] })).filter(({ code }) => code === "engine_changed")
  expect(found).toEqual([
    {
      code: "engine_changed",
      message:
        "The configuration of panel_a changed (gpt-5 -> gpt-6) on 2026-03-04. Metrics before and after this date are not comparable.",
      path: "data",
      break: {
        kind: "engine",
        date: "2026-03-04",
        scan_id: facts.scans[2]?.id,
        previous_scan_id: facts.scans[0]?.id, // the second scan did not ask panel_a
        engine: "panel_a",
        from: "gpt-5",
        to: "gpt-6",
        added_n: 0,
        removed_n: 0,
      },
    },
  ])
  expect((await ask({ engine: ["panel_b"] })).map(({ code }) => code)).not.toContain("engine_changed")
})

it("counts the prompts that a new version of the prompt set adds and removes, among those that the query covers", async () => {
  const waves = onDays({ panel: 3 }, { panel: 4, asks: [0, 3, 4, 5] }, { panel: 4, asks: [0, 3, 4, 5] })
  const { ask, facts } = await series(await freshTeam(), waves)
  const [found, ...others] = await ask({ group_by: ["date"] })
  expect(others).toEqual([])
  expect(found?.message).toContain("The prompt set changed (3 -> 4): +2, -2 prompts, on 2026-03-03")
  expect(found?.break).toMatchObject({
    kind: "panel",
    from: "3",
    to: "4",
    added_n: 2,
    removed_n: 2,
    scan_id: facts.scans[1]?.id,
  })
  const counts = async (query: object) => (await ask(query)).map((w) => [w.break?.added_n, w.break?.removed_n])
  expect(await counts({ prompt_scope: "all" })).toEqual([[3, 2]])
  expect(await counts({ tag: ["late"] })).toEqual([[1, 0]])
  expect(await counts({ prompt_id: [facts.prompts[0]?.id] })).toEqual([])
  expect(await counts({ group_by: ["prompt"] })).toEqual([])
})

it("reports a prompt without any answer as a missing cell, not as a change of the prompt set", async () => {
  const lost = (facts: PanelFacts) => {
    const scan = facts.scans[1] as FactScan
    const prompt = facts.prompts[2] as FactPrompt
    facts.answers = facts.answers.filter((answer) => answer.scan !== scan || answer.prompt !== prompt)
    facts.failed = [{ scan, prompt, engine: "panel_a", region: "" }]
  }
  const { ask, facts } = await series(await freshTeam(), onDays({}, {}), lost)
  expect(await ask()).toEqual([
    {
      code: "cells_missing",
      message: expect.stringContaining("1 cells (prompt × engine × region of a scan) have no valid answer"),
      path: "data",
      cells: [{ scan_id: facts.scans[1]?.id, prompt_id: facts.prompts[2]?.id, engine: "panel_a", region: "" }],
    },
  ])
  expect(await ask({ engine: ["panel_b"] })).toEqual([])
})

it("warns when engines or regions are added or removed, unless rows are grouped by them", async () => {
  const both = { engines: { panel_a: "gpt-5", panel_c: "sonar" }, regions: ["IT", "US"] }
  const { ask } = await series(await freshTeam(), onDays({ regions: ["IT"] }, both))
  const codes = async (query = {}) => (await ask(query)).map((w) => [w.code, w.break?.from, w.break?.to])
  expect(await codes()).toEqual([
    ["engines_changed", "panel_a", "panel_a, panel_c"],
    ["regions_changed", "IT", "IT, US"],
  ])
  expect(await codes({ group_by: ["engine", "region"] })).toEqual([])
  expect(await codes({ engine: ["panel_a"], region: ["IT"] })).toEqual([])
})

it("lists the last 50 breaks and the number of earlier ones", async () => {
  const waves = Array.from({ length: 54 }, (_, i) => {
    const day = new Date(Date.UTC(2026, 0, 1 + i)).toISOString().slice(0, 10)
    return { date: day, asks: [0], engines: { panel_a: `model ${i}` } }
  })
  const team = await freshTeam()
  const { ask, project_id } = await series(team, waves)
  const period = { from: "2026-01-01", to: "2026-03-31" }
  const [first, ...others] = await ask(period)
  expect(first).toMatchObject({
    code: "breaks_left_out",
    message: expect.stringContaining("3 earlier changes of the series"),
  })
  expect(others.map((w) => w.break?.to)).toEqual(Array.from({ length: 50 }, (_, i) => `model ${i + 4}`))
  const days = { ...period, timezone: "UTC", now: new Date() }
  const read = await inTeam(team.id, () => readBreaks(team.id, project_id, days))
  expect(read).toMatchObject(others.map((w) => w.break))
})

it("includes breaks between the scan and the scan it is compared with", async () => {
  const { ask, facts } = await series(await freshTeam(), onDays({}, { engines: { panel_a: "gpt-6" } }))
  const scan_id = facts.scans[1]?.id
  expect(await ask({ scan_id })).toEqual([])
  expect((await ask({ scan_id, compare: "previous_period" })).map((w) => w.break?.to)).toEqual(["gpt-6"])
})

it("warns when a row mixes answers from several surfaces", async () => {
  const team = await freshTeam()
  const { ask, project_id } = await series(team, onDays({ engines: { panel_a: "gpt-5", panel_b: "g" } }))
  await inTeam(team.id, async () => {
    await prisma.aiEngine.createMany({
      data: [{ id: "panel_seen", name: "Seen", surface: "ui_capture" }],
      skipDuplicates: true,
    })
    const [scan] = await prisma.scan.findMany({ where: { project_id } })
    const asked = {
      ...(scan?.asked as object),
      engines: ["panel_a", "panel_seen"].map((id) => ({ id, config: "c", model: null })),
    }
    await prisma.scan.updateMany({ where: { project_id }, data: { asked } })
  })
  expect((await ask()).map(({ code }) => code)).toEqual(["surfaces_mixed"])
  expect(await ask({ group_by: ["engine"] })).toEqual([])
})
