import { expect, it } from "vitest"
import { run } from "@/domain/kernel/operation"
import { asKey, freshTeam } from "@/domain/testing/team"
import { inTeam } from "@/prisma/client"
import { getMetrics } from "./get-metrics"
import { latestClearChanges } from "./latest-clear-changes"
import { countedPanel } from "./testing/counted-panel"

const now = new Date("2026-03-10T10:00:00Z")

const competitorFalls = ["loses one", "loses two", "loses three"]

/** Your brand lost all mentions for one prompt and won all for another. A competitor lost all for three others. */
async function clearChanges() {
  const team = await freshTeam()
  const prompts = (before: boolean) => ({
    falls: { Bose: before ? 8 : 0, Sony: 3 },
    rises: { Bose: before ? 0 : 8, Sony: 3 },
    ...Object.fromEntries(competitorFalls.map((name) => [name, { Bose: 3, Sony: before ? 8 : 0 }])),
    ...Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`steady ${n}`, { Bose: 3, Sony: 3 }])),
  })
  const scans = [
    { date: "2026-03-02", prompts: prompts(true) },
    { date: "2026-03-09", prompts: prompts(false) },
  ]
  return { team, ...(await countedPanel(team, scans, { runs: 8, engines: 2 })) }
}

it("returns the prompts with a clear change of your brand, without those of competitors", async () => {
  const { team, project_id, prompts, scans, brands } = await clearChanges()
  const found = await inTeam(team.id, () => latestClearChanges(team.id, project_id, undefined, now))
  expect(found.toSorted()).toEqual([prompts["falls"], prompts["rises"]].toSorted())
  const query = { project_id, scan_id: scans[1] ?? "", compare: "previous_period" } as const
  const { rows } = (
    await run(getMetrics, asKey(team), { ...query, group_by: ["prompt"], brand_id: [brands["Sony"] ?? ""] })
  ).data
  const competitor = rows.filter(({ change }) => change?.verdict === "down")
  expect(competitor.map(({ group }) => group.prompt_id).toSorted()).toEqual(
    competitorFalls.map((name) => prompts[name]).toSorted(),
  )
})

it("returns not found for a project of another team", async () => {
  const { project_id } = await clearChanges()
  const other = await freshTeam()
  await expect(inTeam(other.id, () => latestClearChanges(other.id, project_id, undefined, now))).rejects.toMatchObject({
    code: "resource_not_found",
  })
})
