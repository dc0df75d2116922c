import { describe, expect, it } from "vitest"
import { newId } from "@/domain/kernel/ids"
import { sampleProject } from "@/domain/scans/testing/sample-project"
import { freshTeam } from "@/domain/testing/team"
import { type CountedScan, countedPanel } from "@/domain/visibility/testing/counted-panel"
import { inTeam, prisma } from "@/prisma/client"
import { callerInTeam } from "@/server/testing/team-caller"
import { readVisibilityHistories } from "./visibility-history"

const eightPrompts = (mentionsOf: (prompt: number) => number) =>
  Object.fromEntries(Array.from({ length: 8 }, (_, i) => [`prompt ${i}`, { Bose: mentionsOf(i), Sony: 5 }]))
/** 8 of 40 answers mention Bose. */
const before: CountedScan = { date: "2026-03-02", prompts: eightPrompts(() => 1) }
/** 26 of 40 answers mention Bose. */
const after: CountedScan = { date: "2026-03-09", prompts: eightPrompts((i) => (i < 6 ? 4 : 1)) }

/** What the list of projects shows for the only project of a team. */
async function historyAfter(scans: CountedScan[], scansWithoutAnswers: Date[] = []) {
  const team = await freshTeam()
  const { project_id } = await countedPanel(team, scans, { runs: 5 })
  const without = scansWithoutAnswers.map((at) => {
    const times = { queued_at: at, started_at: at, finished_at: at, created_at: at }
    const id = newId("scan", at.getTime())
    return { id, team_id: team.id, project_id, trigger: "manual", status: "completed", panel_version: 1, ...times }
  })
  await inTeam(team.id, () => prisma.scan.createMany({ data: without }))
  const api = callerInTeam(team)
  const { data: projects } = await api.aiVisibility.listProjects({})
  expect(projects).toHaveLength(1)
  const histories = await readVisibilityHistories(api, projects)
  return histories.get(projects[0]?.id ?? "")
}

const changeAfter = async (scans: CountedScan[]) => (await historyAfter(scans))?.row

describe("readVisibilityHistories", () => {
  it("compares your brand in the latest scan with the scan before it", async () => {
    const row = await changeAfter([{ ...after, date: "2026-02-20" }, before, after])
    expect(row).toMatchObject({
      brand: { name: "Bose" },
      visibility: { value: 0.65, numerator: 26, denominator: 40 },
      change: {
        verdict: "up",
        method: "paired_t",
        delta_abs: 0.45,
        cells_compared: 8,
        previous: { visibility: { value: 0.2, numerator: 8, denominator: 40 } },
      },
    })
    // Six differences of 0.6 and two of 0: mean 0.45, variance 0.54 / 7, t = 0.45 / sqrt(0.54 / 7 / 8) = 4.583.
    expect(row?.change?.p_value).toBeCloseTo(0.002535996, 8)
  })

  it("lists your brand's visibility in each scan of the last 90 days up to today, oldest first", async () => {
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
    const history = await historyAfter([
      { ...after, date: daysAgo(100) },
      { ...before, date: daysAgo(9) },
      { ...after, date: daysAgo(2) },
      { ...before, date: daysAgo(0) },
    ])
    expect(history?.series).toEqual([0.2, 0.65, 0.2])
  })

  it("compares the latest scan with the first one of the last 90 days, if it is not the previous one", async () => {
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
    const older = { ...after, date: daysAgo(100) }
    const first = { ...before, date: daysAgo(9) }
    const latest = { ...after, date: daysAgo(0) }
    const history = await historyAfter([older, first, { ...after, date: daysAgo(4) }, latest])
    expect(history?.row.change?.verdict).toBe("no_clear_change")
    expect(history?.longTerm).toMatchObject({ row: { change: { verdict: "up", delta_abs: 0.45 } } })
    expect(history?.longTerm?.since.slice(0, 10)).toBe(daysAgo(9))
    expect((await historyAfter([older, first, latest]))?.longTerm).toBeNull()
  })

  it("finds the first scan of the last 90 days although 200 others ended after it", async () => {
    const at = (days: number) => new Date(Date.now() - days * 86_400_000)
    const day = (days: number) => at(days).toISOString().slice(0, 10)
    const scans = [
      { ...before, date: day(80) },
      { ...after, date: day(0) },
    ]
    const between = Array.from({ length: 200 }, (_, i) => at(70 - i / 4))
    const history = await historyAfter(scans, between)
    expect(history?.longTerm?.since.slice(0, 10)).toBe(day(80))
  })

  it.each(["canceled", "failed"] as const)("skips a %s scan between the two", async (status) => {
    const ended: CountedScan = { date: "2026-03-05", status, prompts: eightPrompts(() => 5) }
    const row = await changeAfter([before, ended, after])
    expect(row?.change?.previous?.visibility).toMatchObject({ numerator: 8, denominator: 40 })
    const latestEnded = await changeAfter([before, after, { ...ended, date: "2026-03-12" }])
    expect(latestEnded?.visibility.numerator).toBe(26)
    expect(latestEnded?.change?.previous?.visibility.numerator).toBe(8)
  })

  it("has nothing to compare with after the first scan", async () => {
    const row = await changeAfter([after])
    expect(row?.visibility.numerator).toBe(26)
    expect(row).toMatchObject({ change: null })
  })

  it("is missing without a scan, and if the latest scan has no answer", async () => {
    const { team } = await sampleProject()
    const api = callerInTeam(team)
    const { data } = await api.aiVisibility.listProjects({})
    expect(data).toMatchObject([{ own_brand: { name: "Sony" }, latest: null }])
    expect([...(await readVisibilityHistories(api, data)).values()]).toEqual([null])
    expect(await changeAfter([before, { date: "2026-03-09", prompts: {} }])).toBeUndefined()
  })

  it("has no previous value if the scan before the latest has no answer", async () => {
    const row = await changeAfter([before, { date: "2026-03-05", prompts: {} }, after])
    expect(row).toMatchObject({ visibility: { numerator: 26 }, change: { verdict: "not_comparable", previous: null } })
  })
})
