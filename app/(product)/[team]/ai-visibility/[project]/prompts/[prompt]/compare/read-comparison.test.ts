import { expect, it } from "vitest"
import { freshTeam } from "@/domain/testing/team"
import { countedPanel } from "@/domain/visibility/testing/counted-panel"
import { callerInTeam } from "@/server/testing/team-caller"
import { readComparison } from "./read-comparison"

it("compares earlier scans that the URL names, although the prompt has 200 later answers", async () => {
  const team = await freshTeam()
  const dates = ["2026-03-02", "2026-03-09", "2026-03-16", "2026-03-23", "2026-03-30"]
  const panel = await countedPanel(
    team,
    dates.map((date) => ({ date, prompts: { best: { Bose: 1 } } })),
    { runs: 70 },
  )
  const ids = { project_id: panel.project_id, prompt_id: panel.prompts["best"] as string, ownBrandId: undefined }
  const comparedScans = async (query: { before?: string; after?: string }) => {
    const comparison = await readComparison(callerInTeam(team), ids, query)
    return comparison && [comparison.earlierScan.id, comparison.laterScan.id].map((id) => panel.scans.indexOf(id))
  }
  expect(await comparedScans({}), "the latest two scans").toEqual([3, 4])
  expect(await comparedScans({ after: panel.scans[1] as string })).toEqual([0, 1])
  expect(await comparedScans({ before: panel.scans[0] as string, after: panel.scans[4] as string })).toEqual([0, 4])
})

it("compares the latest two scans and offers all, although a scan has 200 answers to the prompt", async () => {
  const team = await freshTeam()
  const dates = ["2026-03-02", "2026-03-09", "2026-03-16"]
  const panel = await countedPanel(
    team,
    dates.map((date) => ({ date, prompts: { best: { Bose: 1 } } })),
    { runs: 200 },
  )
  const ids = { project_id: panel.project_id, prompt_id: panel.prompts["best"] as string, ownBrandId: undefined }
  const comparison = await readComparison(callerInTeam(team), ids, {})
  expect(comparison?.askedScans.map(({ id }) => id)).toEqual(panel.scans.toReversed())
  expect([comparison?.earlierScan.id, comparison?.laterScan.id]).toEqual(panel.scans.slice(1))
})
