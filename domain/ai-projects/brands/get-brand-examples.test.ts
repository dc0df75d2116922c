import { expect, it } from "vitest"
import { run } from "@/domain/kernel/operation"
import { importAnswers } from "@/domain/scans/import/import-answers"
import { answerFile, answerLine } from "@/domain/testing/answer-lines"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { inTeam, prisma } from "@/prisma/client"
import { getBrandExamples } from "./get-brand-examples"

it("shows passages that count as a mention, and passages with the same word that do not", async () => {
  const team = await freshTeam()
  const { labelled_brands: _, ...unlabelled } = answerLine()
  const texts = [
    "Shops like Amazon and Target sell them, and the Target app has coupons.",
    "Target your audience with care.",
  ]
  const lines = texts.map((response, i) => ({ ...unlabelled, response, run: i + 1 }))
  await importAnswers({ teamId: team.id, file: answerFile(lines), project: "Panel", own: "Target" })
  const brand = await inTeam(team.id, () =>
    prisma.aiBrand.findFirstOrThrow({ where: { team_id: team.id, name: "Target" } }),
  )
  const { data } = await run(getBrandExamples, asPerson(team, "viewer"), { brand_id: brand.id })
  expect(data.counted.map(({ text }) => text)).toEqual([texts[0]])
  expect(data.not_counted.map(({ text }) => text)).toEqual([texts[1]])
  const other = asPerson(await freshTeam())
  await expect(run(getBrandExamples, other, { brand_id: brand.id })).rejects.toMatchObject({
    code: "resource_not_found",
  })
})
