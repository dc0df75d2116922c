/**
 * Tests whether a brand's visibility changed between two periods. The test pairs the periods cell by cell (a cell is one
 * prompt on one engine in one region), so differences between prompts do not hide a change.
 */
import { benjaminiHochberg } from "./benjamini-hochberg"
import { minAnswers } from "./confidence"
import { pairedZ } from "./paired-z"
import { signTest } from "./sign-test"

export const verdicts = ["up", "down", "no_clear_change", "not_comparable", "insufficient"] as const
export type Verdict = (typeof verdicts)[number]

/** Sums over the paired cells of one brand. A common cell has answers in both periods from the same engine configuration. */
export type PairedCells = {
  common: number
  cellsNow: number
  cellsBefore: number
  /** Answers in common cells. */
  answersNow: number
  answersBefore: number
  /** Sum of the differences in mention rate over the common cells; `squares` is the sum of their squares. */
  sum: number
  squares: number
  up: number
  down: number
  /** True when every common cell has one answer on each side. */
  hasSingleRuns: boolean
  /** True for your brand, whose tests are a family of their own: competitors then do not make them stricter. */
  isPrimary: boolean
}

export type Change = {
  verdict: Verdict
  method: "paired_z" | "sign_midp" | "mcnemar_midp" | null
  p: number | null
  /** After the Benjamini-Hochberg adjustment over the tests of the family. */
  pAdjusted: number | null
}

const significance = 0.05
/** With fewer changed cells than this, the normal approximation of the z test is too rough, so the sign test decides. */
const fewMoved = 10

/** Returns a verdict for each brand. The tests of your brand are one family, those of all other brands a second one. */
export function sentimentModelChanges(all: readonly PairedCells[]): Change[] {
  const tests = all.map((cells) => ({ cells, ...test(cells) }))
  const adjusted = new Map(
    [true, false].flatMap((isPrimary) => {
      const family = tests.filter(({ cells, p }) => p !== null && cells.isPrimary === isPrimary)
      const ps = benjaminiHochberg(family.map(({ p }) => p as number))
      return family.map(({ cells }, i) => [cells, ps[i] as number] as const)
    }),
  )
  return tests.map(({ cells, ...tested }) => {
    const pAdjusted = adjusted.get(cells) ?? null
    const isSignificant = pAdjusted !== null && pAdjusted < significance
    return { ...tested, verdict: isSignificant ? directionOf(cells) : tested.verdict, pAdjusted }
  })
}

/**
 * Direction of a significant change. The sign test ignores sizes: when many cells fell a little and few rose a lot, its
 * direction and the mean's disagree, and the verdict is no clear change.
 */
function directionOf({ sum, up, down }: PairedCells): Verdict {
  if (up + down < fewMoved && Math.sign(up - down) !== Math.sign(sum)) return "no_clear_change"
  return sum > 0 ? "up" : "down"
}

function test(cells: PairedCells): Omit<Change, "pAdjusted"> {
  const { common, cellsNow, cellsBefore, sum, squares, up, down } = cells
  if (common * 2 < Math.max(cellsNow, cellsBefore) || common === 0)
    return { verdict: "not_comparable", method: null, p: null }
  if (Math.min(cells.answersNow, cells.answersBefore) < minAnswers)
    return { verdict: "insufficient", method: null, p: null }
  if (up + down < fewMoved)
    return {
      verdict: "no_clear_change",
      method: cells.hasSingleRuns ? "mcnemar_midp" : "sign_midp",
      p: signTest(up, down),
    }
  return { verdict: "no_clear_change", method: "paired_z", p: pairedZ(sum, squares).p }
}
