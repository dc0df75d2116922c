import { expect, it } from "vitest"
import { createBrand } from "@/domain/ai-projects/brands/create-brand"
import { listSuggestedBrands } from "@/domain/ai-projects/brands/list-suggested-brands"
import { ownDatabase } from "@/domain/deliveries/testing/own-database"
import { run } from "@/domain/kernel/operation"
import { importAnswers } from "@/domain/scans/import/import-answers"
import { type AnswerFileLine, answerFile, answerLine } from "@/domain/testing/answer-lines"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { inTeam, prisma } from "@/prisma/client"
import { staleSuggestions, suggestBrands } from "./suggest-brands"

// Suggestions of all teams are computed in batches. Projects of other tests in the same database would come first.
ownDatabase()

const list = (...entries: string[]) =>
  `Here are some of the best headphones:\n\n${entries.map((entry, i) => `${i + 1}. **${entry}**: comfort and a good price.\n   * **Pros**: light\n   * **Cons**: noise`).join("\n")}\n\nThe price of Technics is high.`

const answers = [
  list("Sony WH-1000XM5", "Bose QuietComfort 45", "Carl Friedrik Audio One"),
  list("Sony LinkBuds", "Bose 700", "Jabra Elite 8"),
  list("Bose QuietComfort Ultra", "Jabra Evolve2", "Anker Soundcore Q45"),
  "### Budget pick\n\n| Model | Price |\n|---|---|\n| Anker Life Q30 | $60 |\n| Bose 700 | $300 |\n\nAs [RTINGS](https://rtings.com/x) says, Bose is quiet.",
]

/** A project for the brand Sony, with unlabelled answers. */
async function setup(more: AnswerFileLine = {}) {
  const team = await freshTeam()
  const { labelled_brands: _, ...unlabelled } = answerLine()
  const lines = answers.map((response, i) => ({
    ...unlabelled,
    response,
    run: i + 1,
    engine: i % 2 ? "gemini" : "chatgpt",
    sources: [
      { url: "https://www.bose.com/qc45" },
      { url: "https://www.jabra.co.uk/x" },
      { url: "https://rtings.com/x" },
    ],
    ...more,
  }))
  await importAnswers({ teamId: team.id, file: answerFile(lines), project: "Panel", own: "Sony" })
  const ada = asPerson(team)
  const { id: project_id } = await inTeam(team.id, () =>
    prisma.aiProject.findFirstOrThrow({ where: { team_id: team.id } }),
  )
  const stale = async () => (await staleSuggestions()).find((one) => one.project_id === project_id)
  const suggest = async () => {
    const project = await stale()
    if (project) await suggestBrands(project)
  }
  const suggested = async () => (await run(listSuggestedBrands, ada, { project_id })).data
  return { team, ada, project_id, stale, look: suggest, suggested }
}

it("suggests untracked brands that several answers list, with engines, examples and site", async () => {
  const { look: suggest, suggested } = await setup()
  expect(await suggested()).toEqual([])
  await suggest()
  const [bose, ...others] = await suggested()
  expect(bose).toMatchObject({
    name: "Bose",
    answers_n: 4,
    read_n: 4,
    share: 1,
    engines: [
      { engine: "chatgpt", answers_n: 2 },
      { engine: "gemini", answers_n: 2 },
    ],
    domain: "bose.com",
  })
  expect(bose?.examples[0]?.excerpt).toContain("Bose")
  expect(bose?.examples).toHaveLength(3)
  expect(others.map(({ name, answers_n, domain }) => [name, answers_n, domain])).toEqual([
    ["Anker", 2, null],
    ["Jabra", 2, "jabra.co.uk"],
  ])
})

it("removes brands from the list as soon as they are tracked or ignored", async () => {
  const { ada, project_id, look: suggest, suggested } = await setup()
  await suggest()
  await run(createBrand, ada, { project_id, name: "Bose" })
  await run(createBrand, ada, { project_id, name: "Anker Innovations", kind: "ignored" })
  expect((await suggested()).map(({ name }) => name)).toEqual(["Jabra"])
})

it("computes suggestions once per scan, and again when the scan has more answers", async () => {
  const { team, stale, look: suggest } = await setup()
  expect(await stale()).toMatchObject({ scan_answers_n: 4 })
  await suggest()
  expect(await stale()).toBeUndefined()
  await inTeam(team.id, () => prisma.scan.updateMany({ where: { team_id: team.id }, data: { answers_valid: 5 } }))
  expect(await stale()).toMatchObject({ scan_answers_n: 5 })
})

it("returns not found for another team", async () => {
  const { project_id } = await setup()
  const stranger = asPerson(await freshTeam())
  await expect(run(listSuggestedBrands, stranger, { project_id })).rejects.toMatchObject({ code: "resource_not_found" })
})

it("starts with the project whose scan ended first", async () => {
  const later = await setup({ asked_at: "2026-02-02T00:00:00Z" })
  const sooner = await setup({ asked_at: "2026-02-01T00:00:00Z" })
  const both = [sooner.project_id, later.project_id]
  const order = (await staleSuggestions()).map(({ project_id }) => project_id)
  expect(order.filter((id) => both.includes(id))).toEqual(both)
})
