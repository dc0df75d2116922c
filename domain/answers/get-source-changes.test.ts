import { describe, expect, it } from "vitest"
import type { TeamFacts } from "@/domain/kernel/context"
import { run } from "@/domain/kernel/operation"
import { importAnswers } from "@/domain/scans/import/import-answers"
import { answerFile, answerLine } from "@/domain/testing/answer-lines"
import { asKey, freshTeam } from "@/domain/testing/team"
import { inTeam, prisma } from "@/prisma/client"
import { getSource } from "./get-source"
import { getSourceBrands } from "./get-source-brands"
import { getSourceChanges } from "./get-source-changes"
import { getSourceClasses } from "./get-source-classes"
import { listAnswers } from "./list-answers"
import { listCitations } from "./list-citations"

/** One scan per week. Each entry names the domains that the three answers of its scan cite. */
async function weeks(team: TeamFacts, citedIn: string[][]) {
  const lines = citedIn.flatMap((domains, week) =>
    [1, 2, 3].map((run) =>
      answerLine({
        run,
        prompt: run < 3 ? "best headphones" : "quiet headphones",
        asked_at: new Date(Date.UTC(2026, 2, 2 + week * 7, 10, run)).toISOString(),
        sources: domains.map((domain) => ({ url: `https://${domain}/page` })),
      }),
    ),
  )
  await importAnswers({ teamId: team.id, file: answerFile(lines), project: "Panel", client: "Acme" })
  const project = await inTeam(team.id, () => prisma.aiProject.findFirst({ where: { team_id: team.id } }))
  return project?.id ?? ""
}

const a = "always.example"

describe("new and lost sources", () => {
  it("are found by comparing several scans, never from a single one", async () => {
    const team = await freshTeam()
    const project_id = await weeks(team, [
      [a, "gone.example", "once.example"],
      [a, "gone.example"],
      [a, "gone.example", "old.example"],
      [a, "gone.example", "fresh.example", "old.example"],
      [a, "fresh.example"],
      [a, "fresh.example", "old.example", "today.example"],
    ])
    const { data } = await run(getSourceChanges, asKey(team), { project_id })
    expect(data.scans).toHaveLength(6)
    expect(data.scans[0]?.finished_at).toMatch(/^2026-03-02/)
    expect(data.new).toMatchObject({
      can_tell: true,
      total: 1,
      sources: [{ key: "fresh.example", source_class: "other", answers_n: [0, 0, 0, 3, 3, 3] }],
    })
    expect(data.lost).toMatchObject({
      can_tell: true,
      total: 1,
      sources: [{ key: "gone.example", answers_n: [3, 3, 3, 3, 0, 0] }],
    })
    const pages = (await run(getSourceChanges, asKey(team), { project_id, entity: "url" })).data
    expect(pages.new.sources.map(({ key }) => key)).toEqual(["https://fresh.example/page"])
  })

  it("are marked as unknown when too few scans have finished", async () => {
    const team = await freshTeam()
    const project_id = await weeks(team, [[a], [a], [a], [], []])
    const { data } = await run(getSourceChanges, asKey(team), { project_id })
    expect(data.new).toEqual({ can_tell: false, total: 0, sources: [] })
    expect(data.lost).toMatchObject({ can_tell: true, total: 1 })
  })

  it("return not found for a project of another team, as do source types and sources", async () => {
    const team = await freshTeam()
    const other = await freshTeam()
    const project_id = await weeks(team, [[a]])
    const gone = { code: "resource_not_found" }
    await expect(run(getSourceChanges, asKey(other), { project_id })).rejects.toMatchObject(gone)
    await expect(run(getSourceClasses, asKey(other), { project_id })).rejects.toMatchObject(gone)
    await expect(run(getSource, asKey(other), { project_id, domain: a })).rejects.toMatchObject(gone)
    await expect(run(getSource, asKey(team), { project_id, domain: "no.example" })).rejects.toMatchObject(gone)
  })
})

it("counts source types scan by scan, oldest first", async () => {
  const team = await freshTeam()
  const project_id = await weeks(team, [[a, "rtings.com"], [a, "b.example"], []])
  const { data } = await run(getSourceClasses, asKey(team), { project_id })
  expect(data.map(({ citations_n, classes }) => [citations_n, ...classes])).toEqual([
    [
      6,
      { source_class: "editorial", citations_n: 3, answers_n: 3 },
      { source_class: "other", citations_n: 3, answers_n: 3 },
    ],
    [6, { source_class: "other", citations_n: 6, answers_n: 3 }],
    [0],
  ])
  expect((await run(getSourceClasses, asKey(team), { project_id, scans: 1 })).data).toEqual(data.slice(2))
})

it("returns the scans, engines and prompts that cite a domain", async () => {
  const team = await freshTeam()
  const project_id = await weeks(team, [[], ["b.example"], [a, "b.example"]])
  const { data } = await run(getSource, asKey(team), { project_id, domain: "B.example" })
  expect(data).toMatchObject({ domain: "b.example", citations_n: 6, answers_n: 6, source_class: "other" })
  expect(data.scans.map(({ answers_n, cited_n }) => [answers_n, cited_n])).toEqual([
    [3, 0],
    [3, 3],
    [3, 3],
  ])
  expect(data.engines).toEqual([{ engine: "chatgpt", answers_n: 9, cited_n: 6 }])
  expect(data.prompts.map(({ text, answers_n, cited_n }) => [text, answers_n, cited_n])).toEqual([
    ["best headphones", 6, 4],
    ["quiet headphones", 3, 2],
  ])
})

it("counts a domain over the last 26 scans only, as its lists of pages and answers do", async () => {
  const team = await freshTeam()
  const project_id = await weeks(team, [["b.example"], ...Array.from({ length: 25 }, () => [a]), ["b.example"]])
  const { data } = await run(getSource, asKey(team), { project_id, domain: "b.example" })
  expect(data.scans).toHaveLength(26)
  expect(data).toMatchObject({ citations_n: 3, answers_n: 3 })
  expect(data.engines).toEqual([{ engine: "chatgpt", answers_n: 78, cited_n: 3 }])
  expect(data.prompts.reduce((sum, { cited_n }) => sum + cited_n, 0)).toBe(3)
  const within = { project_id, scans: 26 }
  const pages = await run(listCitations, asKey(team), { ...within, entity: "url", domain: "b.example" })
  expect(pages.data.reduce((sum, { answers_n }) => sum + answers_n, 0)).toBe(3)
  const answers = await run(listAnswers, asKey(team), { ...within, cites_domain: "b.example" })
  expect(answers.meta.total).toBe(3)
  const brands = await run(getSourceBrands, asKey(team), { ...within, domain: "b.example" })
  expect(brands.data.sources).toMatchObject([{ answers_n: 3 }])
  const all = await run(listCitations, asKey(team), { project_id, entity: "url", domain: "b.example" })
  expect(all.data.reduce((sum, { answers_n }) => sum + answers_n, 0)).toBe(6)
})

it("lists scans that ended at the same time by id", async () => {
  const team = await freshTeam()
  const project_id = await weeks(team, [["b.example"], [a, "b.example"], ["b.example"]])
  await inTeam(team.id, () =>
    prisma.scan.updateMany({ where: { team_id: team.id }, data: { finished_at: new Date("2026-03-20T10:00:00Z") } }),
  )
  const scans = await inTeam(team.id, () =>
    prisma.scan.findMany({ where: { team_id: team.id }, orderBy: { id: "asc" }, select: { id: true } }),
  )
  const { data } = await run(getSource, asKey(team), { project_id, domain: "b.example" })
  expect(data.scans.map(({ scan_id }) => scan_id)).toEqual(scans.map(({ id }) => id))
})
