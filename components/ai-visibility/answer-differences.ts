/** Compares two answers word by word. */
import { diffWordsWithSpace } from "diff"
import type { DifferenceMark } from "./answer-marks"

/** The comparison takes longer only for texts that have little in common. */
const timeoutMs = 200
const maxCharacters = 12_000

export type Differences = { removed: DifferenceMark[]; added: DifferenceMark[] }

/**
 * Marks the words of `before` that `after` does not contain, and the reverse. Returns null if the texts are too long or
 * too different to compare.
 */
export function differencesOf(before: string, after: string): Differences | null {
  if (Math.max(before.length, after.length) > maxCharacters) return null
  const changes = diffWordsWithSpace(before, after, { timeout: timeoutMs })
  if (!changes) return null
  const differences: Differences = { removed: [], added: [] }
  let [beforeOffset, afterOffset] = [0, 0]
  for (const { value, added, removed } of changes) {
    if (removed) addMark(differences.removed, before, mark(beforeOffset, value, "removed"))
    if (added) addMark(differences.added, after, mark(afterOffset, value, "added"))
    if (!added) beforeOffset += value.length
    if (!removed) afterOffset += value.length
  }
  return differences
}

const mark = (from: number, text: string, difference: DifferenceMark["difference"]): DifferenceMark => ({
  from,
  to: from + text.length,
  difference,
})

/** Adds a mark. Extends the last mark instead if only space separates them, so that a new sentence is one mark. */
function addMark(marks: DifferenceMark[], text: string, mark: DifferenceMark) {
  const last = marks.at(-1)
  if (last && !text.slice(last.to, mark.from).trim()) last.to = mark.to
  else marks.push(mark)
}

/** The items that only one of two lists has. */
export function newAndGone(before: string[], after: string[]): { added: string[]; gone: string[] } {
  const had = new Set(before)
  const has = new Set(after)
  return { added: [...has].filter((name) => !had.has(name)), gone: [...had].filter((name) => !has.has(name)) }
}
