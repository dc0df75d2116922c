/**
 * Finds names that are attached to another word or to a price. Some engines drop spaces and line breaks, as in
 * "Roomba$299Shark" and "BoseQuietComfort".
 */
import { isEverydayWord } from "./everyday-words"
import { followsPrice, type NormalizedText, originalRange } from "./normalized-text"

/** A name as a person wrote it. */
type Alias = { text: string; isEverydayWord: boolean }

/** One spelling of an alias, normalized. */
export type SearchedName = {
  name: string
  alias: Alias
  /** True if the name can be attached to another word. */
  isDistinctive: boolean
}

/** Short names and everyday words are often parts of other words. */
export const isDistinctive = (name: string, alias: Alias) => name.length >= 4 && !alias.isEverydayWord

/** True if the name can start here although another word or number stands directly before it. */
export function isGluedStart(searched: SearchedName, normalized: NormalizedText, from: number, to: number): boolean {
  const { name } = searched
  const { text, joinedWordStarts } = normalized
  if (name.length > 1 && followsPrice(text, from)) return true
  if (searched.isDistinctive) return joinedWordStarts.has(from) || amount.test(text.slice(Math.max(0, from - 4), from))
  return joinedWordStarts.has(from) && isGluedAbbreviation(searched, normalized, from, to)
}

/** A price without its currency, as in "240.00Lime Ricki", or a rating, as in "4.8iRobot". */
const amount = /\d[.,]\d\d?$/

/**
 * True for a name in capitals: three letters after a word (JacketREI), or two or three letters after a rating (4.7LG)
 * if they are not a unit (2.5HP).
 */
function isGluedAbbreviation({ name, alias }: SearchedName, normalized: NormalizedText, from: number, to: number) {
  if (alias.isEverydayWord || !/^\p{Lu}{2,3}$/u.test(alias.text)) return false
  const range = originalRange(normalized, from, to)
  if (normalized.original.slice(range.from, range.to) !== alias.text) return false
  const before = normalized.text.slice(Math.max(0, from - 3), from)
  return /\d/.test(before) ? /\d\.\d$/.test(before) && !unitsAndWords.has(name) : name.length === 3
}

/** Units, countries and words that follow a number. */
const unitsAndWords = new Set(
  `ah bit btu cc cfm ch cm cps db dpi eu fps ft gal gb ghz gw hp hz in kb kg khz km kv kva kw kwh lb lbs mah mb mg mhz
  ml mm mp mpg mph mw nm oz ph ppi ppm psi qt rpm tb uk us va wh yd`.split(/\s+/),
)

/**
 * True if the name can end here although another word with a capital follows directly. A word and an everyday word
 * usually form one name (InstaCart). The name counts if it has several words (Lime RickiSwim), if another word or a
 * price stands directly before it ($98.00VuoriPerformance), or if the next word is not an everyday word (NikeAdidas) or
 * starts a phrase (AthletaThe brand).
 */
export function isGluedEnd(searched: SearchedName, normalized: NormalizedText, to: number, isGlued: boolean): boolean {
  const { text, joinedWordStarts } = normalized
  if (!searched.isDistinctive || !joinedWordStarts.has(to)) return false
  const next = /^\p{L}{2,40}/u.exec(text.slice(to, to + 40))?.[0]
  if (next === undefined) return false
  return isGlued || /[^\p{L}]/u.test(searched.name) || wordsAfterName.has(next) || !isEverydayWord(next)
}

const wordsAfterName = new Set("and for from it its the these this with".split(" "))
