import { expect, it } from "vitest"
import { importAnswers } from "@/domain/scans/import/import-answers"
import { answerFile, answerLine } from "@/domain/testing/answer-lines"
import { freshTeam } from "@/domain/testing/team"
import { inTeam, prisma } from "@/prisma/client"
import { intraclassCorrelation, readIntraclassCorrelation } from "./intraclass-correlation"

/** `mentions[cell]` of `runs` answers mention the brand. */
function sumsOf(mentions: number[], runs: number) {
  const sum = (of: (k: number) => number) => mentions.reduce((total, k) => total + of(k), 0)
  return {
    cells: mentions.length,
    answers: mentions.length * runs,
    answersSquared: mentions.length * runs ** 2,
    mentions: sum((k) => k),
    mentionsSquaredPerAnswer: sum((k) => k ** 2 / runs),
  }
}

it("is 1 if the answers of each cell agree, and 0 if cells do not differ", () => {
  expect(intraclassCorrelation(sumsOf([3, 3, 0, 0], 3))).toBeCloseTo(1, 12)
  expect(intraclassCorrelation(sumsOf([1, 1, 1, 1], 3))).toBe(0)
})

it("matches an analysis of variance", () => {
  // Means 1, 2/3, 1/3, 0. Between: (3 x 5/9) / 3 = 5/9. Within: (2/3 + 2/3) / 8 = 1/6.
  expect(intraclassCorrelation(sumsOf([3, 2, 1, 0], 3))).toBeCloseTo((5 / 9 - 1 / 6) / (5 / 9 + 2 / 6), 12)
})

it("is unknown without two answers of a cell, with one cell, and if all answers agree", () => {
  expect(intraclassCorrelation(sumsOf([1, 0, 1], 1))).toBeNull()
  expect(intraclassCorrelation(sumsOf([2], 5))).toBeNull()
  expect(intraclassCorrelation(sumsOf([3, 3, 3], 3))).toBeNull()
})

it("reads the cells of the latest scans, for your brand and prompts that do not name it", async () => {
  const team = await freshTeam()
  const wave = (day: string, mentions: number[], runs: number, text = "prompt") =>
    mentions.flatMap((k, prompt) =>
      Array.from({ length: runs }, (_, run) => {
        const named = run < k ? ["Bose", "Sony"] : ["Sony"]
        const response = `${named.join(", ")}.`
        return answerLine({
          prompt: `${text} ${prompt}`,
          run: run + 1,
          asked_at: `${day}T10:00:00Z`,
          response,
          labelled_brands: named,
        })
      }),
    )
  const lines = [
    ...wave("2026-03-02", [1, 1, 0, 0], 1),
    ...wave("2026-03-09", [2, 1, 1, 0], 2),
    ...wave("2026-03-09", [2, 2], 2, "Is Bose good?"),
  ]
  await importAnswers({ teamId: team.id, file: answerFile(lines), project: "Panel", own: "Bose" })
  await inTeam(team.id, async () => {
    const { id } = await prisma.aiProject.findFirstOrThrow({ where: { team_id: team.id } })
    const expected = intraclassCorrelation(sumsOf([3, 2, 1, 0], 3)) as number
    expect(await readIntraclassCorrelation(team.id, id)).toBeCloseTo(expected, 12)
  })
  await inTeam(team.id, async () => expect(await readIntraclassCorrelation(team.id, "aip_unknown")).toBeNull())
})
