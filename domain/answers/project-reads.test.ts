import { expect, it } from "vitest"
import { listProjects } from "@/domain/ai-projects/list-projects"
import { listPrompts } from "@/domain/ai-projects/prompts/list-prompts"
import { newId } from "@/domain/kernel/ids"
import { run } from "@/domain/kernel/operation"
import { asKey, freshTeam } from "@/domain/testing/team"
import { getMetrics } from "@/domain/visibility/get-metrics"
import { countedPanel } from "@/domain/visibility/testing/counted-panel"
import { inTeam, rows, sql } from "@/prisma/client"
import { latestScan, latestScans, scanBeforeLatest } from "./project-reads"

const day = "2026-03-02"

/**
 * Three finished scans and a canceled one that all ended at the same time, stored in another order than that of their
 * ids. By id, Bose is in 1, 2, 3 and 4 of 4 answers.
 */
async function tiedScans() {
  const team = await freshTeam()
  const ids = [1, 2, 3, 4].map((hour) => newId("scan", Date.parse(`${day}T0${hour}:00:00Z`)))
  const scan = (Bose: number) => ({ id: ids[Bose - 1] as string, date: day, prompts: { "best one": { Bose } } })
  const scans = [scan(2), scan(3), { ...scan(4), status: "canceled" as const }, scan(1)]
  return { team, ids, ...(await countedPanel(team, scans, { runs: 4 })) }
}

it("orders scans that ended at the same time by id, so the latest scan and the one before it differ", async () => {
  const { team, ids, project_id } = await tiedScans()
  const project = sql`${project_id}`
  const found = (scans: ReturnType<typeof latestScan>) =>
    inTeam(team.id, async () => (await rows<{ id: string }>(sql`select id from (${scans}) s`)).map(({ id }) => id))
  expect(await found(latestScan(team.id, project))).toEqual([ids[2]])
  expect(await found(scanBeforeLatest(team.id, project))).toEqual([ids[1]])
  expect(await found(latestScans(team.id, project, 5))).toEqual([ids[2], ids[1], ids[0]])
})

it("finds no latest scan before one has finished, and no previous scan before two have", async () => {
  const team = await freshTeam()
  const canceled = { date: day, status: "canceled" as const, prompts: { "best one": { Bose: 1 } } }
  const panels = [
    await countedPanel(team, [canceled], { runs: 1 }),
    await countedPanel(team, [canceled, { ...canceled, status: "partial" as const }], { runs: 1 }),
  ]
  const found = await inTeam(team.id, () =>
    Promise.all(
      panels.map(async ({ project_id }) => [
        await rows(sql`select id from (${latestScan(team.id, sql`${project_id}`)}) s`),
        await rows(sql`select id from (${scanBeforeLatest(team.id, sql`${project_id}`)}) s`),
      ]),
    ),
  )
  expect(found).toEqual([
    [[], []],
    [[{ id: panels[1]?.scans[1] }], []],
  ])
})

it("uses the same latest and previous scan for projects, prompts and metrics", async () => {
  const { team, ids, project_id } = await tiedScans()
  const [project] = (await run(listProjects, asKey(team), {})).data
  expect(project?.latest).toMatchObject({ scan_id: ids[2], visibility: { numerator: 3, denominator: 4 } })
  const [prompt] = (await run(listPrompts, asKey(team), { project_id, sort: "change", moved: true })).data
  expect(prompt?.latest).toMatchObject({ scan_id: ids[2], visibility: { numerator: 3 }, change: 0.25 })
  const query = { project_id, scan_id: ids[2], compare: "previous_period" as const }
  const [own] = (await run(getMetrics, asKey(team), query)).data.rows
  expect(own).toMatchObject({
    visibility: { numerator: 3 },
    change: { delta_abs: 0.25, previous: { visibility: { numerator: 2 } } },
  })
})
