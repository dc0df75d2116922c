import { expect, it } from "vitest"
import { run } from "@/domain/kernel/operation"
import { importAnswers } from "@/domain/scans/import/import-answers"
import { answerFile, answerLine } from "@/domain/testing/answer-lines"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { inTeam, prisma } from "@/prisma/client"
import { getBrandExamples } from "./get-brand-examples"

/** A project with these answers, and the id of its brand. */
async function brandWithAnswers(texts: string[], own = "Target", aliases: string[] = []) {
  const team = await freshTeam()
  const { labelled_brands: _, ...unlabelled } = answerLine()
  const lines = texts.map((response, i) => ({ ...unlabelled, response, run: i + 1 }))
  await importAnswers({ teamId: team.id, file: answerFile(lines), project: "Panel", own })
  const brand = await inTeam(team.id, () => prisma.aiBrand.findFirstOrThrow({ where: { team_id: team.id, name: own } }))
  await inTeam(team.id, () => prisma.aiBrand.updateMany({ where: { id: brand.id }, data: { aliases } }))
  return { team, brand_id: brand.id }
}

it("shows passages that count as a mention, and passages with the same word that do not", async () => {
  const texts = [
    "Shops like Amazon and Target sell them, and the Target app has coupons.",
    "Target your audience with care.",
  ]
  const { team, brand_id } = await brandWithAnswers(texts)
  const { data } = await run(getBrandExamples, asPerson(team, "viewer"), { brand_id })
  expect(data.counted.map(({ text }) => text)).toEqual([texts[0]])
  expect(data.not_counted.map(({ text }) => text)).toEqual([texts[1]])
  const other = asPerson(await freshTeam())
  await expect(run(getBrandExamples, other, { brand_id })).rejects.toMatchObject({ code: "resource_not_found" })
})

it("shows a name only where it is a word, and also its aliases", async () => {
  const ring = await brandWithAnswers(["During spring, look at the offering.", "Ring the bell, please."], "Ring")
  const { data: ringExamples } = await run(getBrandExamples, asPerson(ring.team), { brand_id: ring.brand_id })
  expect(ringExamples.not_counted.map(({ text }) => text)).toEqual(["Ring the bell, please."])
  const monday = await brandWithAnswers(["On Monday, the team meets."], "monday.com", ["Monday"])
  const { data: mondayExamples } = await run(getBrandExamples, asPerson(monday.team), { brand_id: monday.brand_id })
  expect(mondayExamples.not_counted.map(({ text }) => text)).toEqual(["On Monday, the team meets."])
})

it("counts an emoji before the name as one character", async () => {
  const text = `${"🚲".repeat(70)} Amazon and Target ${"a".repeat(120)}`
  const { team, brand_id } = await brandWithAnswers([text])
  const { data } = await run(getBrandExamples, asPerson(team, "viewer"), { brand_id })
  expect(data.counted.map(({ text }) => text)).toEqual([`${"🚲".repeat(48)} Amazon and Target ${"a".repeat(93)}`])
})

it("shows 60 characters before the name and 100 from it on, on one line", async () => {
  const before = "b".repeat(70)
  const after = "a".repeat(120)
  const { team, brand_id } = await brandWithAnswers([
    `${before}\n\nAmazon and Target ${after}`,
    `${before}\nand then\n\ntarget ${after}`,
  ])
  const { data } = await run(getBrandExamples, asPerson(team, "viewer"), { brand_id })
  expect(data.counted.map(({ text }) => text)).toEqual([`${"b".repeat(47)} Amazon and Target ${"a".repeat(93)}`])
  expect(data.not_counted.map(({ text }) => text)).toEqual([`${"b".repeat(49)} and then target ${"a".repeat(93)}`])
})
