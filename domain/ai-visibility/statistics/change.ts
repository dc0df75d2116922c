/** Did a brand's visibility change between two periods? Paired by cell, so that a hard prompt does not hide an easy one. */
import { benjaminiHochberg } from "./benjamini-hochberg"
import { enough } from "./confidence"
import { pairedZ } from "./paired-z"
import { signTest } from "./sign-test"

export const verdicts = ["up", "down", "no_clear_change", "not_comparable", "insufficient"] as const
export type Verdict = (typeof verdicts)[number]

/** Two periods of one brand, cell by cell; a common cell is in both, asked of the same configuration of the engine. */
export type PairedCells = {
  common: number
  cellsNow: number
  cellsBefore: number
  /** In common cells. */
  answersNow: number
  answersBefore: number
  /** Of the differences in mention rate over the common cells. */
  sum: number
  squares: number
  up: number
  down: number
  /** True when every common cell has one answer on each side. */
  hasSingleRuns: boolean
}

export type Change = {
  verdict: Verdict
  method: "paired_z" | "sign_midp" | "mcnemar_midp" | null
  p: number | null
  /** After Benjamini-Hochberg over everything tested at once. */
  pAdjusted: number | null
}

const significance = 0.05
/** Below this many cells that moved, the normal approximation is left for the sign test. */
const fewMoved = 10

/** A verdict for each, tested at once. */
export function judgeChanges(all: readonly PairedCells[]): Change[] {
  const tests = all.map(test)
  const tested = tests.filter((t) => t.p !== null)
  const adjusted = benjaminiHochberg(tested.map((t) => t.p as number))
  const pAdjusted = new Map(tested.map((t, i) => [t, adjusted[i] as number]))
  return tests.map((t, i) => {
    const p = pAdjusted.get(t)
    if (p === undefined) return { ...t, pAdjusted: null }
    return { ...t, verdict: p < significance ? directionOf(all[i] as PairedCells) : "no_clear_change", pAdjusted: p }
  })
}

/** Many cells that fell a little beside few that rose a lot are no clear change, whatever the sign test says of their numbers. */
function directionOf({ sum, up, down }: PairedCells): Verdict {
  if (up + down < fewMoved && Math.sign(up - down) !== Math.sign(sum)) return "no_clear_change"
  return sum > 0 ? "up" : "down"
}

function test(cells: PairedCells): Omit<Change, "pAdjusted"> {
  const { common, cellsNow, cellsBefore, sum, squares, up, down } = cells
  if (common * 2 < Math.max(cellsNow, cellsBefore) || common === 0)
    return { verdict: "not_comparable", method: null, p: null }
  if (Math.min(cells.answersNow, cells.answersBefore) < enough)
    return { verdict: "insufficient", method: null, p: null }
  if (up + down < fewMoved)
    return {
      verdict: "no_clear_change",
      method: cells.hasSingleRuns ? "mcnemar_midp" : "sign_midp",
      p: signTest(up, down),
    }
  return { verdict: "no_clear_change", method: "paired_z", p: pairedZ(sum, squares).p }
}
