import pg from "pg"
import { expect, it, vi } from "vitest"
import { run } from "@/domain/kernel/operation"
import { importAnswers } from "@/domain/scans/import/import-answers"
import { answerFile, answerLine } from "@/domain/testing/answer-lines"
import { asKey, freshTeam } from "@/domain/testing/team"
import { database, inTeam, prisma } from "@/prisma/client"
import { listAnswers } from "./list-answers"

const page = "https://forum.example/1"

it("checks answer by answer if the domain is frequent, also in a plan for any domain", async () => {
  const team = await freshTeam()
  await importAnswers({
    teamId: team.id,
    file: answerFile([answerLine({ sources: [{ url: page }] })]),
    project: "Panel",
  })
  const { id: project_id } = await inTeam(team.id, () =>
    prisma.aiProject.findFirstOrThrow({ where: { team_id: team.id } }),
  )
  const client = new pg.Client({ connectionString: process.env["DATABASE_URL"] })
  await client.connect()
  // The tables of the test are small.
  await client.query("set enable_seqscan = off")
  const planFor = async (filter: object) => {
    const sent = vi.spyOn(database().pool, "execute")
    const { data } = await run(listAnswers, asKey(team), { project_id, scans: 26, ...filter })
    const statements = sent.mock.calls.map(([statement]) => (statement as unknown as { text: string }).text)
    sent.mockRestore()
    const list = statements.find((text) => text.includes("string_agg(item")) ?? ""
    const { rows } = await client.query<{ "QUERY PLAN": string }>(`explain (generic_plan) ${list}`)
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n")
    return { answers: data.length, usesDomains: /Index Cond: .*registrable_domain/.test(plan) }
  }
  const filters = [{ cites_domain: "forum.example" }, { cites_url: page }]
  const isFrequent = (answers_n: number) =>
    inTeam(team.id, () => prisma.aiSource.updateMany({ where: { project_id }, data: { answers_n } }))
  await isFrequent(5_000)
  for (const filter of filters)
    expect(await planFor(filter), JSON.stringify(filter)).toEqual({ answers: 1, usesDomains: false })
  await isFrequent(1)
  expect(await planFor({ cites_domain: "forum.example" })).toEqual({ answers: 1, usesDomains: true })
  expect(await planFor({ cites_url: page })).toMatchObject({ answers: 1 })
  expect((await planFor({ cites_url: `${page}0` })).answers, "a page that no answer cites").toBe(0)
  await client.end()
})

it("finds the answers that cite both a domain and a page, also a page of another domain", async () => {
  const team = await freshTeam()
  const review = "https://reviews.example/2"
  const lines = [[page], [page, review], [review]].map((urls, i) =>
    answerLine({ run: i + 1, sources: urls.map((url) => ({ url })) }),
  )
  await importAnswers({ teamId: team.id, file: answerFile(lines), project: "Panel" })
  const { id: project_id } = await inTeam(team.id, () =>
    prisma.aiProject.findFirstOrThrow({ where: { team_id: team.id } }),
  )
  const count = async (filter: object) =>
    (await run(listAnswers, asKey(team), { project_id, cites_url: page, ...filter })).data.length
  expect(await count({})).toBe(2)
  expect(await count({ cites_domain: "forum.example" })).toBe(2)
  expect(await count({ cites_domain: "reviews.example" })).toBe(1)
  expect(await count({ cites_domain: "shop.example" })).toBe(0)
})
