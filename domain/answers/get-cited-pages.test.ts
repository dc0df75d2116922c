import { expect, it } from "vitest"
import type { TeamFacts } from "@/domain/kernel/context"
import { run } from "@/domain/kernel/operation"
import { importAnswers } from "@/domain/scans/import/import-answers"
import { answerFile, answerLine } from "@/domain/testing/answer-lines"
import { asKey, freshTeam } from "@/domain/testing/team"
import { inTeam, prisma } from "@/prisma/client"
import { getCitedPages } from "./get-cited-pages"
import { listAnswers } from "./list-answers"
import { listCitations } from "./list-citations"

const first = "https://forum.example/1"
const second = "https://forum.example/2"
const pans = "Which pans last?"
const pots = "Which pots last?"

/** Two scans. In each, three answers cite the first page, and one of them also cites the second page. */
async function twoScans(team: TeamFacts): Promise<string> {
  const answers: [prompt: string, brands: string[], pages: string[]][] = [
    [pans, ["Sony"], [first]],
    [pans, ["Bose", "Sony", "Jabra"], [first, second]],
    [pots, ["Sony"], [first, "https://news.example/1"]],
    [pots, ["Bose"], []],
  ]
  const lines = ["2026-03-02", "2026-03-09"].flatMap((day) =>
    answers.map(([prompt, labelled_brands, pages], i) =>
      answerLine({
        asked_at: `${day}T10:00:00Z`,
        prompt,
        run: i + 1,
        labelled_brands,
        response: `We like ${labelled_brands.join(" and ")}.`,
        sources: pages.map((url) => ({ url })),
      }),
    ),
  )
  await importAnswers({ teamId: team.id, file: answerFile(lines), project: "Panel", own: "Bose" })
  return inTeam(team.id, async () => (await prisma.aiProject.findFirstOrThrow({ where: { team_id: team.id } })).id)
}

it("counts the brands and prompts of the answers that cite a page, in the latest scans", async () => {
  const team = await freshTeam()
  const project_id = await twoScans(team)
  const ask = async (urls: string[], scans: number) => {
    const { data } = await run(getCitedPages, asKey(team), { project_id, domain: "forum.example", urls, scans })
    return Object.fromEntries(
      data.map(({ url, answers_n, prompts_n, top_prompt, brands }) => [
        url,
        [answers_n, prompts_n, top_prompt.text, ...brands.map(({ name, mentioned_n }) => `${name} ${mentioned_n}`)],
      ]),
    )
  }
  expect(await ask([first, second], 1)).toEqual({
    [first]: [3, 2, pans, "Bose 1", "Sony 3", "Jabra 1"],
    [second]: [1, 1, pans, "Bose 1", "Jabra 1", "Sony 1"],
  })
  expect(await ask([first], 26)).toEqual({ [first]: [6, 2, pans, "Bose 2", "Sony 6", "Jabra 2"] })
  expect(await ask(["https://forum.example/never", "https://news.example/1"], 26), "only pages of the domain").toEqual(
    {},
  )
})

it("lists as many answers of a page as are counted, by page, brand and prompt", async () => {
  const team = await freshTeam()
  const project_id = await twoScans(team)
  const { data: pages } = await run(listCitations, asKey(team), {
    project_id,
    entity: "url",
    domain: "forum.example",
    scans: 26,
  })
  expect(pages.map(({ key }) => key)).toEqual([first, second])
  const { data } = await run(getCitedPages, asKey(team), {
    project_id,
    domain: "forum.example",
    urls: pages.map(({ key }) => key),
    scans: 26,
  })
  for (const { url, answers_n, brands } of data) {
    const count = async (more: object) =>
      (await run(listAnswers, asKey(team), { project_id, cites_url: url, ...more })).meta.total
    expect(await count({})).toBe(answers_n)
    expect(pages.find(({ key }) => key === url)?.answers_n).toBe(answers_n)
    expect(await count({ scans: 1 })).toBe(answers_n / 2)
    for (const { id, mentioned_n } of brands) expect(await count({ mentions_brand: id })).toBe(mentioned_n)
  }
})

it("does not find pages, projects and answers of other teams", async () => {
  const project_id = await twoScans(await freshTeam())
  const other = await freshTeam()
  const own_project = await twoScans(other)
  const query = { domain: "forum.example", urls: [first], scans: 26 }
  await expect(run(getCitedPages, asKey(other), { project_id, ...query })).rejects.toMatchObject({
    code: "resource_not_found",
  })
  await expect(run(listAnswers, asKey(other), { project_id, cites_url: first })).rejects.toMatchObject({
    code: "resource_not_found",
  })
  const { data } = await run(getCitedPages, asKey(other), { project_id: own_project, ...query })
  expect(data.map(({ answers_n }) => answers_n)).toEqual([6])
  await inTeam(other.id, () => prisma.scan.updateMany({ where: { team_id: other.id }, data: { status: "failed" } }))
  expect((await run(getCitedPages, asKey(other), { project_id: own_project, ...query })).data).toEqual([])
})
