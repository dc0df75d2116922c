import { expect, it } from "vitest"
import { newId } from "@/domain/kernel/ids"
import { freshTeam } from "@/domain/testing/team"
import { countedPanel } from "@/domain/visibility/testing/counted-panel"
import { inTeam, prisma } from "@/prisma/client"
import { callerInTeam } from "@/server/testing/team-caller"
import { readOverview } from "./(overview)/read-overview"
import { readPromptPage } from "./prompts/[prompt]/(prompt)/read-prompt-page"
import { readComparison } from "./prompts/[prompt]/compare/read-comparison"
import { finishedScans, readScans } from "./read-scans"

/** A project with three scans of a prompt, and 200 later scans without answers. */
async function setup() {
  const team = await freshTeam()
  const dates = ["2025-03-01", "2025-03-02", "2025-03-03"]
  const { project_id, scans, prompts } = await countedPanel(
    team,
    dates.map((date) => ({ date, prompts: { best: { Bose: 1 } } })),
    { runs: 2 },
  )
  const later = Array.from({ length: 200 }, (_, day) => {
    const at = new Date(Date.UTC(2026, 0, day))
    const times = { queued_at: at, started_at: at, finished_at: at, created_at: at }
    const id = newId("scan", at.getTime())
    return { id, team_id: team.id, project_id, trigger: "manual", status: "completed", panel_version: 1, ...times }
  })
  await inTeam(team.id, () => prisma.scan.createMany({ data: later }))
  const found = { project_id, prompt_id: prompts["best"] as string, scans, later: later.map(({ id }) => id) }
  return { team, api: callerInTeam(team), ...found }
}

it("lists the latest scans, then the older scan in the URL and the scan before it", async () => {
  const { api, project_id, scans } = await setup()
  const idsOf = async (...inUrl: (string | undefined)[]) =>
    (await readScans(api, { project_id, ...finishedScans }, inUrl)).map(({ id }) => id).slice(200)
  expect(await idsOf(undefined)).toEqual([])
  expect(await idsOf(scans[1])).toEqual([scans[1], scans[0]])
  expect(await idsOf(scans[2], scans[1])).toEqual([scans[2], scans[1], scans[0]])
})

it("adds the scan before the oldest of the latest scans if the URL names it", async () => {
  const { api, project_id, prompt_id, scans, later } = await setup()
  const [oldest] = later
  const read = await readScans(api, { project_id, ...finishedScans }, [oldest])
  expect(read.map(({ id }) => id).slice(199)).toEqual([oldest, scans[2]])
  const { data: project } = await api.aiVisibility.getProject({ project_id })
  expect((await readOverview(api, project, { scan: oldest })).metrics?.previous?.id).toBe(scans[2])
  expect((await readPromptPage(api, { project_id, prompt_id }, { scan: oldest })).selectedScan?.id).toBe(oldest)
})

it("ignores scans that the project does not have, and those that the filters leave out", async () => {
  const { team, api, project_id, scans } = await setup()
  const foreign = await setup()
  await inTeam(team.id, () => prisma.scan.updateMany({ where: { id: scans[1] as string }, data: { status: "failed" } }))
  for (const id of ["all", newId("scan"), foreign.scans[0], scans[1]])
    expect(await readScans(api, { project_id, ...finishedScans }, [id])).toHaveLength(200)
})

it("shows the scan in the URL on the pages of the project, although there are 200 later ones", async () => {
  const { api, project_id, prompt_id, scans, later } = await setup()
  const { data: project } = await api.aiVisibility.getProject({ project_id })
  const scan = scans[1] as string
  const overview = await readOverview(api, project, { scan })
  expect([overview.selectedScan?.id, overview.metrics?.previous?.id, overview.scans[0]?.id]).toEqual([
    scan,
    scans[0],
    later.at(-1),
  ])
  expect((await readPromptPage(api, { project_id, prompt_id }, { scan })).selectedScan?.id).toBe(scan)
  const comparison = await readComparison(api, { project_id, prompt_id, ownBrandId: undefined }, { after: scan })
  expect([comparison?.earlierScan.id, comparison?.laterScan.id]).toEqual([scans[0], scan])
})

it("offers every scan of the last two years in the comparison, and compares with the one before the selected", async () => {
  const { team, api, project_id, prompt_id, scans } = await setup()
  const ids = { project_id, prompt_id, ownBrandId: undefined }
  expect((await readComparison(api, ids, {}))?.askedScans.map(({ id }) => id)).toEqual(scans.toReversed())
  const twoYearsEarlier = { created_at: new Date("2024-03-01"), finished_at: new Date("2024-03-01") }
  await inTeam(team.id, () => prisma.scan.update({ where: { id: scans[0] as string }, data: twoYearsEarlier }))
  const comparison = await readComparison(api, ids, { after: scans[1] as string })
  expect([comparison?.earlierScan.id, comparison?.laterScan.id]).toEqual([scans[0], scans[1]])
})
