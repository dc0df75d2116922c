import { expect, it } from "vitest"
import type { Row } from "@/components/ai-visibility/format-metrics"
import { overviewSentence, textOf } from "@/components/ai-visibility/overview-sentence"
import { updateBrand } from "@/domain/ai-projects/brands/update-brand"
import { newId } from "@/domain/kernel/ids"
import { run } from "@/domain/kernel/operation"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { type CountedScan, countedPanel } from "@/domain/visibility/testing/counted-panel"
import { inTeam, prisma } from "@/prisma/client"
import { callerInTeam } from "@/server/testing/team-caller"
import { readOverview } from "./read-overview"

const prompts = { "best one": { Bose: 4, Sony: 5, JBL: 1 }, "light one": { Bose: 4, Sony: 5, JBL: 1 } }
const brands = ["Bose", "Sony", "JBL"]

async function overviewOf(scans: CountedScan[]) {
  const team = await freshTeam()
  const panel = await countedPanel(team, scans, { runs: 10, brands })
  const api = callerInTeam(team)
  const read = async (query: { scan?: string } = {}) => {
    const { data: project } = await api.aiVisibility.getProject({ project_id: panel.project_id })
    return readOverview(api, project, query)
  }
  return { team, ...panel, read }
}

/** The sentence of an overview without a previous scan. */
function sentenceOf({ metrics }: Awaited<ReturnType<typeof readOverview>>) {
  const own = metrics?.ownRow as Row
  const { lead, evidence } = overviewSentence({ own, brands: metrics?.brands ?? [], parts: [], since: null })
  return [lead, ...evidence].map(textOf).join(" ")
}

it("ranks your brand among the brands of the latest scan", async () => {
  const overview = await overviewOf([{ date: "2026-03-02", prompts }])
  const read = await overview.read()
  // Of 20 answers, 8 mention Bose, 10 Sony and 2 JBL.
  expect(read.metrics?.brands.map(({ brand, visibility }) => [brand.name, visibility.value])).toEqual([
    ["Sony", 0.5],
    ["Bose", 0.4],
    ["JBL", 0.1],
  ])
  expect(sentenceOf(read)).toContain("You are second of 3 brands, 10 points behind Sony.")
})

it("leaves ignored brands out of the rank", async () => {
  const { team, brands, read } = await overviewOf([{ date: "2026-03-02", prompts }])
  await run(updateBrand, asPerson(team), { brand_id: brands["Sony"] as string, kind: "ignored" })
  expect(sentenceOf(await read())).toContain("You are first of 2 brands, 30 points ahead of JBL.")
})

it("compares with the finished scan before the selected one", async () => {
  const { scans, read } = await overviewOf([
    { date: "2026-03-02", prompts },
    { date: "2026-03-09", prompts },
    { date: "2026-03-12", prompts, status: "canceled" },
    { date: "2026-03-16", prompts },
  ])
  const previousOf = async (scan?: string) => (await read(scan ? { scan } : {})).metrics?.previous?.id ?? null
  expect(await previousOf()).toBe(scans[1])
  expect(await previousOf(scans[1])).toBe(scans[0])
  expect(await previousOf(scans[0])).toBeNull()
})

it("starts with the scan that ended last, even if another was created later", async () => {
  const { team, scans, read } = await overviewOf([
    { date: "2026-03-02", prompts },
    { date: "2026-03-09", prompts },
  ])
  const [first, last] = scans as [string, string]
  // An import of an earlier day, as it is created after the scan of a later day.
  const created_at = new Date("2026-03-10T10:00:00Z")
  await inTeam(team.id, () => prisma.scan.update({ where: { id: first }, data: { created_at } }))
  const { selectedScan, metrics } = await read()
  expect(selectedScan?.id).toBe(last)
  expect(metrics?.previous?.id).toBe(first)
})

it("compares with the scan of the metrics if two scans ended at the same time", async () => {
  const ids = [1, 2].map((hour) => newId("scan", Date.UTC(2026, 2, 2, hour)))
  const scan = (id: string | undefined, Bose: number) => ({ id, date: "2026-03-02", prompts: { "best one": { Bose } } })
  const { read } = await overviewOf([scan(ids[1], 6), scan(ids[0], 3)] as CountedScan[])
  const { metrics } = await read({ scan: ids[1] as string })
  expect(metrics?.ownRow?.change?.previous?.visibility).toMatchObject({ numerator: 3, denominator: 10 })
  expect(metrics?.previous?.id).toBe(ids[0])
  expect((await read({ scan: ids[0] as string })).metrics?.previous).toBeNull()
})

it("has no metrics before the first finished scan, and shows the canceled one", async () => {
  const { scans, read } = await overviewOf([{ date: "2026-03-02", prompts, status: "canceled" }])
  expect(await read()).toMatchObject({ selectedScan: null, metrics: null, lastScan: { id: scans[0] }, promptsTotal: 2 })
})
