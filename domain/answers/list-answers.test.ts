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
