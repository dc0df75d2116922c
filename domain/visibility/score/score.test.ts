import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { collectionsOf } from "@/domain/testing/answer-collections"
import { answerFile } from "@/domain/testing/answer-lines"
import { wilson } from "../statistics/precision"
import { measureFalseChanges, measurePower } from "./compare-runs"
import { countPanel } from "./count-panel"
import type { Panel, PanelAnswer } from "./panels"
import { scoreAnswers } from "./score"

/** `misses`: labelled brands that are not found in an answer, with the reason. */
const collections = collectionsOf({
  made: {
    labelledPairs: 708,
    misses: { Ondine: "only in the address of a link" },
    set: "travel-kettles",
    visibility: [
      ["Norvik", 22, 24, "0.917", "0.742", "0.977"],
      ["Halden & Sons", 17, 24, "0.708", "0.508", "0.851"],
      ["Tavola", 12, 24, "0.500", "0.314", "0.686"],
      ["Briskett", 6, 24, "0.250", "0.120", "0.449"],
      ["Quellmark", 2, 24, "0.083", "0.023", "0.258"],
    ],
    shareOfVoice: ["0.373", "0.288", "0.203"],
    averagePosition: ["1.82", "1.82"],
    minComparisons: 20,
  },
  real: {
    labelledPairs: 1753, // 1,754 labels; one answer is labelled with two spellings of a brand
    misses: {
      "Direct Bed": "only in the address of a link",
      "Wayne's Home": "not in the answer: the label is of a linked page",
      WinkBeds: "the answer writes WinkBed",
      JLab: "only in the address of a link",
      Anker: "the answer writes Soundcore by Anker, which is another brand of the set",
      Philips: "the answer writes Philips Sonicare, which is another brand of the set",
      "Made In": "the answer writes Made In Cookware, which is another brand of the set",
      Ninja: "an everyday word at the start of a sentence",
      "Tough Traveler": "only in the address of a link",
      "Claude Moore Recreation & Community Center": "glued to two letters; elsewhere shortened",
      KitchenAid: "only in the address of a link",
      "Lucid Motors": "the answer writes Lucid Air",
      "Amazon Essentials / 33,000ft": "two brands in one label",
      Generic: "no name of a brand",
      Unknown: "no name of a brand",
      "Best Outdoor": "only in the address of a link",
      "Eden Direct": "only in the address of a link",
    },
    set: "headphones-wireless-200",
    visibility: [
      ["Anker", 24, 24, "1.000", "0.862", "1.000"],
      ["Sony", 24, 24, "1.000", "0.862", "1.000"],
      ["Sennheiser", 22, 24, "0.917", "0.742", "0.977"],
      ["Audio-Technica", 19, 24, "0.792", "0.595", "0.908"],
      ["JBL", 15, 24, "0.625", "0.427", "0.788"],
      ["Bose", 9, 24, "0.375", "0.212", "0.573"],
      ["Jabra", 9, 24, "0.375", "0.212", "0.573"],
    ],
    shareOfVoice: ["0.163", "0.163", "0.150"],
    averagePosition: ["2.08", "1.92"],
    minComparisons: 500,
  },
})

describe.each(collections)("$title", async ({ answers, expected }) => {
  const { score } = await scoreAnswers(answerFile(answers))
  const set = score.sets.find((one) => one.prompt_set === expected.set)

  it("finds at least 98% of the labelled brands, and every miss has an explanation", () => {
    const { labelled_pairs, recall, precision, missed, unlabelled, found_pairs } = score.detection
    expect(precision).toBeCloseTo(1 - unlabelled.length / found_pairs, 9)
    expect(labelled_pairs).toBe(expected.labelledPairs)
    expect(recall).toBeGreaterThanOrEqual(0.98)
    expect(new Set(missed.map((miss) => miss.brand))).toEqual(new Set(Object.keys(expected.misses)))
  })

  it("matches the known metrics of a prompt set", () => {
    const shown = set?.brands.slice(0, expected.visibility.length).map((b) => {
      const ci = wilson(b.k, b.n)
      return [b.brand, b.k, b.n, ...[b.visibility.value, ci?.low, ci?.high].map((n) => n?.toFixed(3))]
    })
    expect(shown).toEqual(expected.visibility)
    expect(set?.brands.slice(0, 3).map((b) => b.share_of_voice.value?.toFixed(3))).toEqual(expected.shareOfVoice)
    expect(set?.brands.slice(0, 2).map((b) => b.average_position.value?.toFixed(2))).toEqual(expected.averagePosition)
  })

  it("reports at most 2% false changes, and detects at least 75% of falls by half", () => {
    expect(score.false_change.alone.comparisons).toBeGreaterThan(expected.minComparisons)
    expect(score.false_change.alone.rate).toBeLessThanOrEqual(0.02)
    expect(score.false_change.together.rate).toBeLessThanOrEqual(0.03)
    const seen = new Map(score.power.map((one) => [one.fall, one.alone.rate ?? 0]))
    expect(seen.get(0.5)).toBeGreaterThanOrEqual(0.75)
    expect(seen.get(0.7)).toBeGreaterThan(seen.get(0.5) as number)
    expect(seen.get(0.5)).toBeGreaterThan(seen.get(0.3) as number)
  })

  it("does not depend on the order of the answers in the file", async () => {
    const { score: shuffled } = await scoreAnswers(answerFile(answers.toReversed()))
    const byName = <T extends { prompt_set: string }>(sets: T[]) => Object.groupBy(sets, (s) => s.prompt_set)
    expect(byName(shuffled.sets)).toEqual(byName(score.sets))
    expect(shuffled.power).toEqual(score.power)
  })
})

const brandIds = ["a", "b", "c"]
const answer = fc.record({
  prompt: fc.constantFrom("p1", "p2", "p3"),
  engine: fc.constantFrom("e1", "e2"),
  run: fc.constantFrom(1, 2, 3),
  mentions: fc.shuffledSubarray(brandIds).map((ids) => ids.map((brand_id, i) => ({ brand_id, rank: i + 1 }))),
  cited: fc.array(
    fc.record({
      url: fc.constantFrom("https://a.example/1", "https://x.example/1"),
      domain: fc.constantFrom("a.example", "x.example"),
      brand_id: fc.option(fc.constantFrom(...brandIds)),
    }),
  ),
  labelled: fc.constant(null),
})
const panel = (answers: PanelAnswer[]): Panel => ({
  name: "",
  answers,
  brands: brandIds.map((id) => ({
    id,
    name: id,
    kind: "competitor",
    aliases: [],
    negative_aliases: [],
    domains: [],
    domain_paths: [],
  })),
})

describe("countPanel", () => {
  it("returns sums that add up and do not depend on the order of the answers", () => {
    fc.assert(
      fc.property(fc.array(answer, { minLength: 1 }), (answers) => {
        const counted = countPanel(panel(answers))
        const mentioned = counted.brands.map(({ sums }) => sums.mentioned)
        expect(mentioned.reduce((sum, n) => sum + n, 0)).toBe(counted.group.mentions_n)
        for (const { sums } of counted.brands) {
          expect([sums.answers, sums.brands_mentioned]).toEqual([answers.length, counted.group.mentions_n])
          expect(sums.top1).toBeLessThanOrEqual(sums.top3)
          expect(sums.top3).toBeLessThanOrEqual(sums.mentioned)
        }
        const turned = countPanel(panel(answers.toReversed()))
        const rounded = (all: typeof counted) =>
          JSON.stringify(all, (_, v) =>
            typeof v === "number" ? (v + 0).toFixed(9).replace("-0.000000000", "0.000000000") : v,
          )
        expect(rounded(turned)).toBe(rounded(counted))
      }),
    )
  })
})

describe("measureFalseChanges and measurePower", () => {
  const cells = 40
  const runOf = (run: number, names: (cell: number) => boolean): PanelAnswer[] =>
    Array.from({ length: cells }, (_, cell) => ({
      prompt: `p${cell}`,
      engine: "e",
      run,
      mentions: names(cell) ? [{ brand_id: "a", rank: 1 }] : [],
      cited: [],
      labelled: null,
      detected: new Set(),
    }))

  it("report no change between equal runs, and detect a brand that is gone", () => {
    const alike = panel([...runOf(1, (cell) => cell < 20), ...runOf(2, (cell) => cell < 20)])
    expect(measureFalseChanges([alike]).alone).toEqual({ comparisons: 1, fired: 0, rate: 0 })
    expect(measurePower([alike], 1).together.rate).toBe(1)
    expect(measurePower([alike], 0).together.rate).toBe(0)
  })

  it("report a change for a new brand", () => {
    const came = panel([...runOf(1, () => false), ...runOf(2, (cell) => cell < 20)])
    expect(measureFalseChanges([came]).alone.rate).toBe(1)
  })

  it("do not test runs with fewer than ten answers in common", () => {
    const laterCells = (run: number) => runOf(run, () => true).slice(6, 18)
    const shifted = panel([...runOf(1, () => false).slice(0, 12), ...laterCells(2)])
    expect(measureFalseChanges([shifted]).alone).toEqual({ comparisons: 1, fired: 0, rate: 0 })
  })
})
