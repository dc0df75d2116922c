import { expect, it } from "vitest"
import { run } from "@/domain/kernel/operation"
import { importAnswers } from "@/domain/scans/import/import-answers"
import { answerFile, answerLine } from "@/domain/testing/answer-lines"
import { asKey, freshTeam } from "@/domain/testing/team"
import { inTeam, prisma } from "@/prisma/client"
import { getSourceBrands } from "./get-source-brands"
import { listAnswers } from "./list-answers"

it("lists the answers of the latest finished scans, as many as brands by source counts", async () => {
  const team = await freshTeam()
  const days = ["2026-03-02", "2026-03-09", "2026-03-16", "2026-03-23"]
  const lines = days.map((day) =>
    answerLine({
      asked_at: `${day}T10:00:00Z`,
      labelled_brands: ["Bose"],
      response: "We like Bose.",
      sources: [{ url: "https://forum.example/page" }],
    }),
  )
  await importAnswers({ teamId: team.id, file: answerFile(lines), project: "Panel", own: "Bose" })
  const [latest] = await inTeam(team.id, () =>
    prisma.scan.findMany({ where: { team_id: team.id }, orderBy: { finished_at: "desc" }, take: 1 }),
  )
  const project_id = latest?.project_id ?? ""
  const finished = async (status: string) =>
    inTeam(team.id, () => prisma.scan.updateMany({ where: { id: latest?.id ?? "" }, data: { status } }))
  const answered = async (more: object = {}) => {
    const { data, meta } = await run(listAnswers, asKey(team), { project_id, cites_domain: "forum.example", ...more })
    return { days: data.map(({ asked_at }) => asked_at.slice(0, 10)), total: meta.total }
  }
  const matrix = (scans: number) => run(getSourceBrands, asKey(team), { project_id, scans, domain: "forum.example" })

  expect((await answered()).days).toEqual(days.toReversed())
  expect((await answered({ scans: 2 })).days).toEqual(["2026-03-23", "2026-03-16"])
  const [source] = (await matrix(2)).data.sources
  expect(Object.values(source?.mentioned_n ?? {})).toEqual([2])
  await finished("failed")
  expect((await answered({ scans: 2 })).days).toEqual(["2026-03-16", "2026-03-09"])
  expect((await matrix(2)).data.sources[0]?.answers_n).toBe(2)
})

it("sorts by prompt: the answers of a scan to the same prompt are adjacent, also across pages", async () => {
  const team = await freshTeam()
  const lines = ["2026-03-02", "2026-03-09"].flatMap((day) =>
    [1, 2, 3].flatMap((run) =>
      ["Which pans last?", "Which pots last?"].map((prompt) =>
        answerLine({ asked_at: `${day}T10:0${run}:00Z`, prompt, run, response: `${day} ${prompt} ${run}` }),
      ),
    ),
  )
  await importAnswers({ teamId: team.id, file: answerFile(lines), project: "Panel" })
  const project = await inTeam(team.id, () => prisma.aiProject.findFirstOrThrow({ where: { team_id: team.id } }))
  const query = { project_id: project.id, sort: "prompt" as const, limit: 5 }
  const found: string[] = []
  let cursor: string | undefined
  do {
    const page = await run(listAnswers, asKey(team), { ...query, cursor })
    expect(page.meta.total).toBe(lines.length)
    found.push(...page.data.map(({ scan_id, prompt_id }) => `${scan_id} ${prompt_id}`))
    cursor = page.meta.next_cursor ?? undefined
  } while (cursor)
  expect(found).toHaveLength(lines.length)
  const starts = found.filter((group, i) => group !== found[i - 1])
  expect(starts, "no other answer separates the answers of a scan to a prompt").toHaveLength(4)
  const scans = found.map((group) => group.split(" ")[0])
  expect(scans).toEqual(scans.toSorted().reverse())
})

it("sorts by visibility: the prompts that mention your brand least come first, prompts with its name last", async () => {
  const team = await freshTeam()
  const mentions = { "Which pans last?": 2, "Which pots last?": 0, "Is Bose any good?": 0, "Which lids fit?": 1 }
  const lines = Object.entries(mentions).flatMap(([prompt, mentioned]) =>
    [1, 2].map((run) => {
      const labelled_brands = run <= mentioned ? ["Bose"] : []
      return answerLine({ prompt, run, labelled_brands, response: `Run ${run}. ${labelled_brands}` })
    }),
  )
  await importAnswers({ teamId: team.id, file: answerFile(lines), project: "Panel", own: "Bose" })
  const project = await inTeam(team.id, () => prisma.aiProject.findFirstOrThrow({ where: { team_id: team.id } }))
  const query = { project_id: project.id, sort: "visibility" as const, include: ["prompt" as const], limit: 3 }
  const found: string[] = []
  let cursor: string | undefined
  do {
    const page = await run(listAnswers, asKey(team), { ...query, cursor })
    expect(page.meta.total).toBe(lines.length)
    found.push(...page.data.map(({ prompt = "" }) => prompt))
    cursor = page.meta.next_cursor ?? undefined
  } while (cursor)
  const inOrder = ["Which pots last?", "Which lids fit?", "Which pans last?", "Is Bose any good?"]
  expect(found).toEqual(inOrder.flatMap((prompt) => [prompt, prompt]))
})

it("filters by how answers present your brand or another one, and shortens their texts to max_chars", async () => {
  const team = await freshTeam()
  const lines = [1, 2, 3].map((run) =>
    answerLine({ run, asked_at: `2026-03-02T10:0${run}:00Z`, response: `${run} Bose and Sony. ${"x".repeat(300)}` }),
  )
  await importAnswers({ teamId: team.id, file: answerFile(lines), project: "Panel", own: "Bose" })
  const { project_id, judge } = await inTeam(team.id, async () => {
    const answers = await prisma.answer.findMany({ where: { team_id: team.id }, orderBy: { asked_at: "asc" } })
    const brands = await prisma.aiBrand.findMany({ where: { team_id: team.id } })
    const idOf = (name: string) => brands.find((brand) => brand.name === name)?.id ?? ""
    return {
      project_id: answers[0]?.project_id ?? "",
      judge: async (run: number, name: string, sentiment: string) => {
        const where = { team_id: team.id, answer_id: answers[run - 1]?.id ?? "", brand_id: idOf(name) }
        expect(await inTeam(team.id, () => prisma.mention.updateMany({ where, data: { sentiment } }))).toEqual({
          count: 1,
        })
        return idOf(name)
      },
    }
  })
  await judge(1, "Bose", "negative")
  await judge(2, "Bose", "positive")
  const sony = await judge(3, "Sony", "negative")
  const runsOf = async (query: object) => {
    const { data, meta } = await run(listAnswers, asKey(team), { project_id, ...query })
    expect(meta.total).toBe(data.length)
    return data.map(({ run_index }) => run_index)
  }
  expect(await runsOf({ sentiment: "negative" })).toEqual([1])
  expect(await runsOf({ sentiment: "negative", mentions_brand: sony })).toEqual([3])
  expect(await runsOf({ sentiment: "neutral" })).toEqual([])

  const read = async (max_chars?: number) =>
    (await run(listAnswers, asKey(team), { project_id, include: ["text"], max_chars, limit: 1 })).data[0]
  expect(await read()).not.toHaveProperty("truncated")
  expect((await read())?.text).toHaveLength(317)
  expect(await read(200)).toMatchObject({ text: expect.stringMatching(/^3 Bose.{193}…$/), truncated: true })
  expect(await read(400)).toMatchObject({ text: expect.stringMatching(/x$/), truncated: false })
})
