import { expect, it } from "vitest"
import { type Contribution, contributionSentence, contributionsOf, totalOf } from "./contributions"
import type { Row } from "./format-metrics"

/** The row of a prompt with 15 answers in each scan. */
const row = (prompt_id: string, before: number | null, after: number, answers = 15) =>
  ({
    group: { prompt_id },
    visibility: { numerator: after, denominator: answers },
    change: { previous: before === null ? null : { visibility: { numerator: before, denominator: answers } } },
  }) as unknown as Row

it("divides the change among the prompts, the largest in its direction first", () => {
  const contributions = contributionsOf([row("flat", 6, 6), row("up", 3, 6), row("down", 12, 0)])
  expect(contributions.map(({ promptId, change }) => [promptId, Math.round(change * 1_000) / 1_000])).toEqual([
    ["down", -0.267],
    ["flat", 0],
    ["up", 0.067],
  ])
  expect(totalOf(contributions)).toBeCloseTo(12 / 45 - 21 / 45)
})

it("leaves out prompts without answers in the earlier scan", () => {
  const contributions = contributionsOf([row("old", 10, 5), row("new", null, 15)])
  expect(contributions.map(({ promptId }) => promptId)).toEqual(["old"])
  expect(totalOf(contributions)).toBeCloseTo(-5 / 15)
})

it("returns nothing without a comparison", () => {
  expect(contributionsOf([row("new", null, 15)])).toEqual([])
})

it.each<[string, [number, number][], string]>([
  [
    "a few prompts",
    [
      [11, 1],
      [9, 0],
      [8, 6],
      [7, 5],
      [6, 6],
    ],
    "2 of 5 prompts account for 25 of the 31 points.",
  ],
  [
    "one prompt",
    [
      [10, 0],
      [5, 5],
      [5, 6],
    ],
    "1 of 3 prompts accounts for the whole change.",
  ],
  ["many prompts", Array(9).fill([9, 6]), "The change is spread over 9 prompts."],
  [
    "no change",
    [
      [9, 6],
      [6, 9],
    ],
    "Rises and falls of single prompts cancel out.",
  ],
])("says which prompts account for the change: %s", (_, counts, expected) => {
  const contributions: Contribution[] = contributionsOf(counts.map(([b, a], i) => row(`p${i}`, b, a)))
  expect(contributionSentence(contributions)).toBe(expected)
})

it("rounds the part and the whole change alike", () => {
  const sentenceOf = (largest: number) =>
    contributionSentence(contributionsOf([row("large", 100, 100 - largest, 300), row("small", 9, 8, 300)]))
  expect(sentenceOf(4), "4 and 5 of 600 answers").toBe("1 of 2 prompts accounts for 0.7 of the 0.8 points.")
  expect(sentenceOf(50), "8.3 and 8.5 points").toBe("1 of 2 prompts accounts for 8 of the 9 points.")
  expect(sentenceOf(30), "5 and 5.2 points").toBe("1 of 2 prompts accounts for nearly the whole change.")
})
