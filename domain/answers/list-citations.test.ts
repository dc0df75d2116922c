import { expect, it } from "vitest"
import type { TeamFacts } from "@/domain/kernel/context"
import { run } from "@/domain/kernel/operation"
import { importAnswers } from "@/domain/scans/import/import-answers"
import { answerFile, answerLine } from "@/domain/testing/answer-lines"
import { asKey, freshTeam } from "@/domain/testing/team"
import { inTeam, prisma, rows, sql } from "@/prisma/client"
import { listCitations } from "./list-citations"

/** The pages that both answers of an engine cite, scan by scan. */
const cited: Record<string, string[][]> = {
  chatgpt: [["b.example/1", "a.example/1"], ["b.example/1", "b.example/2", "a.example/1"], ["a.example/1"]],
  gemini: [["b.example/1"], ["b.example/2", "c.example/1", "c.example/2"], ["b.example/1", "c.example/1"]],
}

/** Three scans, one per week. The project also retrieves every page of b.example and c.example that it cites. */
async function threeScans(team: TeamFacts): Promise<string> {
  const lines = Object.entries(cited).flatMap(([engine, scans]) =>
    scans.flatMap((pages, week) =>
      [1, 2].map((n) =>
        answerLine({
          engine,
          run: n,
          asked_at: new Date(Date.UTC(2026, 2, 2 + week * 7, 10, n)).toISOString(),
          sources: pages.map((page) => ({ url: `https://${page}` })),
        }),
      ),
    ),
  )
  await importAnswers({ teamId: team.id, file: answerFile(lines), project: "Panel", client: "Acme" })
  return inTeam(team.id, async () => {
    const { id } = await prisma.aiProject.findFirstOrThrow({ where: { team_id: team.id } })
    const where = { project_id: id, registrable_domain: { in: ["b.example", "c.example"] } }
    const citations = await prisma.citation.findMany({ where })
    await prisma.citation.createMany({
      data: citations.map(({ positions: _, ...citation }) => ({ ...citation, kind: "retrieved" })),
    })
    const sources = await prisma.aiSource.findMany({ where })
    const retrieved = (listing: string) => listing.replace("cited", "retrieved")
    await prisma.aiSource.createMany({
      data: sources.map(({ listing, ...source }) => ({ ...source, listing: retrieved(listing) })),
    })
    return id
  })
}

/** Counts the citations of a kind in the latest scans. */
const countCitations = (team: TeamFacts, kind: string, scans: number, engine: string | null = null) =>
  inTeam(team.id, async () => {
    const [found] = await rows<{ n: number }>(sql`
      select count(*)::int as n from citation c join answer a on a.id = c.answer_id
      where c.kind = ${kind} and a.team_id = ${team.id} and (${engine}::text is null or a.engine_id = ${engine}) and a.scan_id in (
        select id from scan where team_id = ${team.id} order by finished_at desc limit ${scans})`)
    return found?.n
  })

it("lists the pages of a domain in the latest scans, with their share of the citations of all domains", async () => {
  const team = await freshTeam()
  const project_id = await threeScans(team)
  const list = async (query: { scans?: number; engine?: string; kind?: "retrieved"; from?: string }) => {
    const { data } = await run(listCitations, asKey(team), { project_id, entity: "url", domain: "b.example", ...query })
    return data.map(({ key, answers_n, share, first_seen_at }) => [
      key.slice(-1),
      answers_n,
      share.numerator,
      share.denominator,
      first_seen_at.slice(0, 10),
    ])
  }
  const first = "2026-03-02"
  const second = "2026-03-09"
  const third = "2026-03-16"
  expect(await list({ scans: 2 })).toEqual([
    ["2", 4, 4, 18, second],
    ["1", 4, 4, 18, second],
  ])
  expect(await list({ scans: 1 })).toEqual([["1", 2, 2, 6, third]])
  expect(await list({ scans: 3, engine: "chatgpt" })).toEqual([
    ["1", 4, 4, 12, first],
    ["2", 2, 2, 12, second],
  ])
  expect(await list({ scans: 2, kind: "retrieved" })).toEqual([
    ["2", 4, 4, 14, second],
    ["1", 4, 4, 14, second],
  ])
  expect(await list({ scans: 3, engine: "gemini", kind: "retrieved" })).toEqual([
    ["1", 4, 4, 12, first],
    ["2", 2, 2, 12, second],
  ])
  expect(await list({ scans: 3, from: third })).toEqual([["1", 2, 2, 6, third]])
  expect(await list({ scans: 1, engine: "chatgpt" })).toEqual([])
})

it("gives a domain the same counts and share with the filter `domain` as without it", async () => {
  const team = await freshTeam()
  const project_id = await threeScans(team)
  for (const kind of ["cited", "retrieved"] as const)
    for (const engine of [undefined, "chatgpt", "gemini"])
      for (const scans of [1, 2, 3])
        for (const entity of ["domain", "url"] as const) {
          const query = { project_id, kind, scans, entity, ...(engine && { engine }) }
          const all = (await run(listCitations, asKey(team), query)).data
          const ofDomain = (await run(listCitations, asKey(team), { ...query, domain: "b.example" })).data
          expect(ofDomain).toEqual(all.filter(({ registrable_domain }) => registrable_domain === "b.example"))
          const denominator = await countCitations(team, kind, scans, engine)
          for (const { share } of [...all, ...ofDomain]) expect(share.denominator).toBe(denominator)
        }
})

it("lists pages with addresses of the maximum length, on pages, in any order", async () => {
  const team = await freshTeam()
  const path = "a".repeat(2_000 - "https://c.example/".length)
  const urls = ["a", "b", "c"].map((host) => `https://${host}.example/${path}`)
  const lines = [answerLine({ sources: urls.map((url) => ({ url })) })]
  await importAnswers({ teamId: team.id, file: answerFile(lines), project: "Panel", client: "Acme" })
  const project = await inTeam(team.id, () => prisma.aiProject.findFirstOrThrow({ where: { team_id: team.id } }))
  for (const sort of ["key", "-citations_n"] as const) {
    const listed: string[] = []
    let cursor: string | undefined
    do {
      const query = { project_id: project.id, entity: "url" as const, sort, limit: 1, cursor }
      const { data, meta } = await run(listCitations, asKey(team), query)
      listed.push(...data.map(({ key }) => key))
      cursor = meta.next_cursor ?? undefined
    } while (cursor)
    expect(listed).toEqual(sort === "key" ? urls : urls.toReversed())
  }
})

it("returns not found for a project of another team", async () => {
  const project_id = await threeScans(await freshTeam())
  const other = await freshTeam()
  await expect(run(listCitations, asKey(other), { project_id, domain: "b.example", scans: 26 })).rejects.toMatchObject({
    code: "resource_not_found",
  })
})
