/**
 * Measures the error rates of the change verdict by comparing the runs of one panel with each other: how often it
 * reports a change when nothing changed, and how often it detects a fall.
 */
import type { Verdict } from "@/domain/kernel/scan-values"
import { type Change, type PairedCells, testChanges } from "../statistics/change"
import { z95 } from "../statistics/precision"
import { seededRandom } from "../statistics/seeded-random"
import { cellOf } from "./count-panel"
import type { Panel } from "./panels"

/** One run of all prompts: the brands that the answer of each cell mentions. */
type Run = Map<string, Set<string>>

/**
 * The verdicts of three tests. `alone` tests a brand by itself. `together` tests the brands of a prompt set as one
 * family, adjusted by Benjamini-Hochberg. `paired_z` is not the product's test, but the reference to compare it with.
 */
type BrandVerdicts = Record<"alone" | "together" | "paired_z", Verdict>

/** Minimum mentions in the previous run to simulate a fall. With fewer, hardly any mention is removed. */
export const minPreviousMentions = 10
/** Simulated falls for each brand and pair of runs. They differ in the mentions that are removed. */
const fallsPerBrand = 20

/**
 * Compares every two runs for every brand that one of them mentions. Nothing changed between runs, so every reported
 * change is false. A run covers all prompt sets, because one set has too few answers. The brands of each set are a
 * family of tests of their own, as in a project.
 */
export function measureFalseChanges(panels: readonly Panel[]) {
  const brandVerdicts: BrandVerdicts[] = []
  for (const [previous, current] of pairsOfRuns(panels))
    for (const panel of panels) {
      const cellsByBrand = brandsIn(panel, previous, current).map((brand) => pairCells(brand, previous, current))
      const changes = testChanges(cellsByBrand)
      for (const [i, cells] of cellsByBrand.entries()) brandVerdicts.push(verdictsOf(cells, changes[i] as Change))
    }
  return countFired(brandVerdicts, ["up", "down"])
}

/**
 * Simulates a fall: removes the share `fall` (0 to 1) of one brand's mentions from the current run and counts how often
 * the verdict is "down". The removal is random but reproducible. All other brands stay unchanged.
 */
export function measurePower(panels: readonly Panel[], fall: number) {
  const brandVerdicts: BrandVerdicts[] = []
  for (const [pairIndex, [previous, current]] of pairsOfRuns(panels).entries())
    for (const panel of panels) {
      const brands = brandsIn(panel, previous, current)
      const unchanged = brands.map((brand) => pairCells(brand, previous, current))
      for (const [i, brand] of brands.entries()) {
        if (mentionsOf(brand, previous) < minPreviousMentions) continue
        for (let draw = 0; draw < fallsPerBrand; draw++) {
          const random = seededRandom(`${brand} ${pairIndex} ${draw}`)
          const fallen = pairCells(brand, previous, removeMentions(brand, current, fall, random))
          brandVerdicts.push(verdictsOf(fallen, testChanges(unchanged.with(i, fallen))[i] as Change))
        }
      }
    }
  return countFired(brandVerdicts, ["down"])
}

const verdictsOf = (cells: PairedCells, together: Change): BrandVerdicts => ({
  alone: (testChanges([cells])[0] as Change).verdict,
  together: together.verdict,
  paired_z: pairedZVerdict(cells),
})

/** Tests the mean difference of the cells with the normal distribution, two-sided at 5%. */
function pairedZVerdict({ commonCells, differenceSum, squaredDifferenceSum }: PairedCells): Verdict {
  const squaredDeviationSum = squaredDifferenceSum - differenceSum ** 2 / commonCells
  const z = differenceSum / Math.sqrt((squaredDeviationSum * commonCells) / (commonCells - 1))
  if (!(Math.abs(z) > z95)) return "no_clear_change"
  return z > 0 ? "up" : "down"
}

/** Returns how often each of the three tests gives one of the `counted` verdicts. */
function countFired(brandVerdicts: readonly BrandVerdicts[], counted: readonly Verdict[]) {
  const comparisons = brandVerdicts.length
  const countOf = (test: keyof BrandVerdicts) => {
    const fired = brandVerdicts.filter((verdicts) => counted.includes(verdicts[test])).length
    return { comparisons, fired, rate: comparisons === 0 ? null : fired / comparisons }
  }
  return { alone: countOf("alone"), together: countOf("together"), paired_z: countOf("paired_z") }
}

/** Returns every two runs, the earlier one first. */
function pairsOfRuns(panels: readonly Panel[]): [previous: Run, current: Run][] {
  const runs = new Map<number, Run>()
  for (const { name, answers } of panels)
    for (const answer of answers) {
      const run = runs.get(answer.run) ?? new Map()
      runs.set(answer.run, run.set(`${name}\n${cellOf(answer)}`, new Set(answer.mentions.map((m) => m.brand_id))))
    }
  // Sorted by cell, so that the random removal does not depend on the order of the file.
  const ordered = [...runs].sort(([a], [b]) => a - b).map(([, run]): Run => new Map([...run].sort(byCell)))
  return ordered.flatMap((previous, i) => ordered.slice(i + 1).map((current): [Run, Run] => [previous, current]))
}

const byCell = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1)

/** The brands of the prompt set that any of the runs mentions. */
function brandsIn(panel: Panel, ...runs: Run[]): string[] {
  const mentioned = new Set(runs.flatMap((run) => [...run.values()].flatMap((set) => [...set])))
  return panel.brands.map(({ id }) => id).filter((id) => mentioned.has(id))
}

const mentionsOf = (brand: string, run: Run) => [...run.values()].filter((set) => set.has(brand)).length

function pairCells(brand: string, previous: Run, current: Run): PairedCells {
  const common = [...current.keys()].filter((cell) => previous.has(cell))
  const countMention = (run: Run, cell: string) => (run.get(cell)?.has(brand) ? 1 : 0)
  const differences = common.map((cell) => countMention(current, cell) - countMention(previous, cell))
  const risenCells = differences.filter((d) => d > 0).length
  const fallenCells = differences.filter((d) => d < 0).length
  return {
    commonCells: common.length,
    currentCells: current.size,
    previousCells: previous.size,
    currentAnswers: common.length,
    previousAnswers: common.length,
    // Each difference is 1, 0 or -1.
    differenceSum: risenCells - fallenCells,
    squaredDifferenceSum: risenCells + fallenCells,
    risenCells,
    fallenCells,
    mentions: common.reduce((sum, cell) => sum + countMention(previous, cell) + countMention(current, cell), 0),
    hasSingleRuns: true,
    // All brands of a prompt set are one family of tests here.
    isOwnBrand: false,
  }
}

const removeMentions = (brand: string, run: Run, fall: number, random: () => number): Run =>
  new Map(
    [...run].map(([cell, set]) => [cell, set.has(brand) && random() < fall ? set.difference(new Set([brand])) : set]),
  )
