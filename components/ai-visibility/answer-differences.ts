/** Compares two answers word by word. */
import { diffWordsWithSpace } from "diff"
import type { DifferenceMark } from "./answer-marks"

/** The comparison takes longer only for texts that have little in common. */
const timeoutMs = 200
const maxCharacters = 12_000

export type Differences = { removed: DifferenceMark[]; added: DifferenceMark[] }

/**
 * The words of `before` that `after` does not contain, and the reverse, each with its place in its own text. Null when
 * the texts are too long or too different to compare.
 */
export function differencesOf(before: string, after: string): Differences | null {
  if (Math.max(before.length, after.length) > maxCharacters) return null
  const changes = diffWordsWithSpace(before, after, { timeout: timeoutMs })
  if (!changes) return null
  const found: Differences = { removed: [], added: [] }
  let [atBefore, atAfter] = [0, 0]
  for (const { value, added, removed } of changes) {
    if (removed) addMark(found.removed, before, { from: atBefore, to: atBefore + value.length, difference: "removed" })
    if (added) addMark(found.added, after, { from: atAfter, to: atAfter + value.length, difference: "added" })
    if (!added) atBefore += value.length
    if (!removed) atAfter += value.length
  }
  return found
}

/** Adds a mark. If only space separates it from the last one, extends that instead: a new sentence is then one mark. */
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
