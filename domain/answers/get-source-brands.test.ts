import { expect, it } from "vitest"
import { run } from "@/domain/kernel/operation"
import { importAnswers } from "@/domain/scans/import/import-answers"
import { answerFile, answerLine } from "@/domain/testing/answer-lines"
import { asKey, freshTeam } from "@/domain/testing/team"
import { inTeam, prisma } from "@/prisma/client"
import { getSourceBrands } from "./get-source-brands"

const cites = (...domains: string[]) => domains.map((domain) => ({ url: `https://www.${domain}/page` }))

it("counts the brands of the answers that cite a source, and finds sources without your brand", async () => {
  const team = await freshTeam()
  const line = (run: number, brands: string[], domains: string[]) =>
    answerLine({
      run,
      labelled_brands: brands,
      response: `We like ${brands.join(" and ")}.`,
      sources: cites(...domains),
    })
  const lines = [
    line(1, ["Bose", "Sony"], ["both.example", "rivals.example"]),
    line(2, ["Sony"], ["rivals.example", "sony.com"]),
    line(3, ["Bose", "Sony", "Jabra"], ["both.example"]),
    line(4, ["Sony"], ["rivals.example"]),
  ]
  await importAnswers({ teamId: team.id, file: answerFile(lines), project: "Panel", own: "Bose" })
  const project = await inTeam(team.id, () => prisma.aiProject.findFirstOrThrow({ where: { team_id: team.id } }))
  const ask = async (more: { gaps?: boolean; domain?: string } = {}) =>
    (await run(getSourceBrands, asKey(team), { project_id: project.id, ...more })).data

  const all = await ask()
  expect(all.brands.map(({ name }) => name)).toEqual(["Bose", "Sony", "Jabra"])
  const [bose = "", sony = "", jabra = ""] = all.brands.map(({ id }) => id)
  const shown = all.sources.map(({ domain, answers_n, mentioned_n }) => [domain, answers_n, mentioned_n])
  expect(shown).toContainEqual(["both.example", 2, { [bose]: 2, [sony]: 2, [jabra]: 1 }])
  expect(shown).toContainEqual(["rivals.example", 3, { [bose]: 1, [sony]: 3 }])

  const only = await ask({ domain: "rivals.example" })
  expect(only.sources.map(({ domain }) => domain)).toEqual(["rivals.example"])
  expect((await ask({ gaps: true })).sources).toEqual([])
  await inTeam(team.id, () => prisma.mention.deleteMany({ where: { brand_id: bose, answer: { run_index: 1 } } }))
  const gaps = await ask({ gaps: true })
  expect(gaps).toMatchObject({ scans_n: 1, sources_total: 1, sources: [{ domain: "rivals.example", answers_n: 3 }] })
})

it("gives a domain the type of most of its citations, so that one page of a competitor does not hide it", async () => {
  const team = await freshTeam()
  const lines = [1, 2, 3].map((run) =>
    answerLine({ run, labelled_brands: ["Sony"], response: "We like Sony.", sources: cites("forum.example") }),
  )
  await importAnswers({ teamId: team.id, file: answerFile(lines), project: "Panel", own: "Bose" })
  const project = await inTeam(team.id, () => prisma.aiProject.findFirstOrThrow({ where: { team_id: team.id } }))
  const classify = (source_class: string, runs: number) =>
    inTeam(team.id, () =>
      prisma.citation.updateMany({
        where: { project_id: project.id, answer: { run_index: { lte: runs } } },
        data: { source_class },
      }),
    )
  const gaps = async () =>
    (await run(getSourceBrands, asKey(team), { project_id: project.id, gaps: true })).data.sources
  await classify("ugc", 3)
  await classify("competitor", 1)
  expect(await gaps()).toMatchObject([{ domain: "forum.example", source_class: "ugc", answers_n: 3 }])
  await classify("competitor", 2)
  expect(await gaps()).toEqual([])
})

it("is empty before the first scan, and does not find projects of other teams", async () => {
  const team = await freshTeam()
  const other = await freshTeam()
  await importAnswers({ teamId: team.id, file: answerFile([answerLine()]), project: "Panel", own: "Bose" })
  const project = await inTeam(team.id, () => prisma.aiProject.findFirstOrThrow({ where: { team_id: team.id } }))
  await expect(run(getSourceBrands, asKey(other), { project_id: project.id })).rejects.toMatchObject({
    code: "resource_not_found",
  })
  await inTeam(team.id, () => prisma.scan.updateMany({ where: { team_id: team.id }, data: { status: "failed" } }))
  const { data } = await run(getSourceBrands, asKey(team), { project_id: project.id })
  expect(data).toMatchObject({ scans_n: 0, sources: [], sources_total: 0 })
})
