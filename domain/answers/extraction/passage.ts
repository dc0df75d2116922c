/** Reads the text around an everyday word in an answer. Has the tests of this text that several rules need. */
import { isAdjective, isCalendarWord, isEverydayWord } from "./everyday-words"
import { decodeText, normalizeName } from "./normalized-text"

/**
 * Position of a word in an answer, and the domains of the brand with this name. `to` includes a plural ending. The
 * `kind` is "starter" if the word often starts a phrase, such as "Close the deal".
 */
export type Use = {
  text: string
  from: number
  to: number
  alias: string
  domains: readonly string[]
  kind: "plural" | "calendar" | "starter" | "place" | "other"
  /** True for the name of another brand of the project. */
  isOtherBrand: (word: string) => boolean
}

/** A use with the text around it, decoded. `isModifier`: the word often describes the next one, as in "Current users". */
export type Passage = Use & { before: string; name: string; after: string; isStarter: boolean; isModifier: boolean }

/** Adds the text around the word, with decoded entities and Markdown. */
export function passageOf(use: Use): Passage {
  const { text, from, to } = use
  const before = decodeText(text.slice(Math.max(0, from - context), from))
  const name = decodeText(text.slice(from, to))
  const after = decodeText(text.slice(to, to + context))
  const isStarter = use.kind === "starter"
  return { ...use, before, name, after, isStarter, isModifier: isStarter || isAdjective(normalizeName(name)) }
}

/** How much text before and after the name is examined, in UTF-16 code units. */
const context = 500

/** The part of the line before the word. */
export const lineOf = (before: string) => before.slice(before.lastIndexOf("\n") + 1)

/** True for the name of another brand of the project, and for capitalized words that are no everyday words. */
export const nameTest =
  ({ isOtherBrand }: Use) =>
  (word: string) =>
    (isOtherBrand(word) || isUncommon(word)) && !isCalendarWord(normalizeName(word))

/** A capitalized word that is no everyday word. */
export const isUncommon = (word: string | undefined): word is string =>
  word !== undefined && /^\p{Lu}/u.test(word) && !isEverydayWord(normalizeName(word))

/** True at the start of a line, a sentence, a list item or a table cell. Emoji, marks and a number may precede. */
export function isAtStart(before: string): boolean {
  const line = lineOf(before)
  let end = line.length
  while (end > 0 && !letterOrDigit.test(line[end - 1] as string)) end--
  const text = line.slice(0, end)
  const gap = line.slice(end)
  const isListNumber =
    /^[.)]/u.test(gap) && !/\p{L}/u.test(text) && /^\d{1,3}$/u.test(text.replace(/[^\p{L}\p{N}]/gu, ""))
  if (text === "" || isListNumber) return true
  const endMark = gap.search(/[.!?:;。！？|]/u)
  return endMark >= 0 && /\s/u.test(gap.slice(endMark))
}
const letterOrDigit = /[\p{L}\p{N}]/u
