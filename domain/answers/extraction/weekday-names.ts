/** Signs that a weekday is the name of a brand: "Monday offers a free plan", "Monday is cheaper than Asana". */
import { isCalendarWord, startsWithCapital } from "./everyday-words"
import { normalizeName } from "./normalized-text"
import { isAtStart, lineOf, type Passage } from "./passage"

/**
 * True for a weekday that is the subject of a verb which no weekday has, or that is compared with another brand of the
 * project in the same line. Months are the subject of more verbs ("May costs less"), so they are never such a name.
 */
export function isNamedWeekday({ before, name, after, isOtherBrand }: Passage): boolean {
  if (!/day$/iu.test(name)) return false
  const isSubject = isAtStart(before) || /,[ \t]+$/u.test(before)
  if (isSubject && weekdayVerb.test(after)) return true
  const compared = [beforeComparison.exec(before.slice(-100))?.[1], afterComparison.exec(after)?.[1]]
  if (compared.some((word) => word !== undefined && isOtherBrand(word))) return true
  if (otherDay.test(`${before} ${after}`.replaceAll(name, ""))) return false
  const isCompared = isSubject ? comparison.test(after) : choice.test(before)
  return isCompared && isBrandNearby(`${lineOf(before)}${name}${after.split("\n", 1)[0]}`, isOtherBrand)
}

/** Verbs before an object. "Monday offers at Walmart" and "Monday costs are high" have nouns. */
const weekdayVerb =
  /^[ \t\u00a0]+(?:also[ \t]+)?(?:integrates|lets|syncs|(?:charges|costs|offers)[ \t]+(?!(?:and|apply|are|at|end|for|from|in|include|is|on|or|start|to|until|were|will)\b)[\p{Ll}\p{N}\p{Sc}])/u
const comparison =
  /^[ \t\u00a0]+(?:automates|provides|sells|suits|supports|also[ \t]+(?:comes with|has|includes|offers)|(?:is|has|feels|looks)[ \t]+(?:an?[ \t]+)?(?:(?:a bit|a lot|far|much|slightly)[ \t]+)?(?:better|cheaper|easier|faster|fewer|less|more|pricier|simpler|slower|stronger|weaker|worse))\b/u
const choice = /\b(?:choose|choosing|consider|pick|prefer|recommend|than|unlike)[ \t]+$/iu
const beforeComparison = /([\p{L}\p{N}][\p{L}\p{N}'’-]{0,60})[ \t]+(?:over|instead of|rather than)[ \t]+$/u
const afterComparison = /^[ \t]+(?:over|instead of|rather than|than)[ \t]+([\p{L}\p{N}][\p{L}\p{N}'’-]{0,60})/u

/** True if the line says something about another brand, or recommends it: "Asana suits", "choose Asana". */
const isBrandNearby = (line: string, isOtherBrand: (word: string) => boolean) =>
  [...line.matchAll(subject), ...line.matchAll(object)].some(
    ([, word = ""]) => startsWithCapital(word) && isOtherBrand(word) && !isCalendarWord(normalizeName(word)),
  )
const subject = /(?<![\p{L}\p{N}'’-])([\p{L}\p{N}]{1,60})[ \t]+(?:also[ \t]+)?\p{Ll}{1,20}s\b/gu
const object = /\b(?:choose|choosing|consider|over|pick|prefer|recommend|than|unlike)[ \t]+([\p{L}\p{N}]{1,60})/giu

/** Another weekday or month. "May" is also a verb. */
export const otherDay =
  /\b(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?|Mon|Tues?|Wed|Thu(?:rs?)?|Fri|Sat|January|February|March|April|June|July|August|September|October|November|December)\b/u
