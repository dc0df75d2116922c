/** Recognizes weekdays that are the name of a brand: "Monday offers a free plan", "Monday is cheaper than Asana". */
import { isCalendarWord, setOf, startsWithCapital } from "./everyday-words"
import { normalizeName } from "./normalized-text"
import { isAtStart, lineOf, type Passage } from "./passage"

/**
 * True for a weekday that is the subject of a verb which no weekday has, or that is compared with another brand of the
 * project in the same line. Months are the subject of more verbs ("May costs less"), so they are never such a name.
 */
export function isNamedWeekday({ before, name, after, isOtherBrand }: Passage): boolean {
  if (!/day$/iu.test(name)) return false
  const previous = wordsOf(lineOf(before))
  const next = wordsOf(after.split("\n", 1)[0] ?? "")
  const isSubject = isAtStart(before) || previous.at(-1) === ","
  if (isSubject && startsWithBrandVerb(next)) return true
  const compared = [comparedBefore(previous), comparedAfter(next)]
  if (compared.some((word) => word !== undefined && isOtherBrand(word))) return true
  if (otherDay.test(`${before} ${after}`.replaceAll(name, ""))) return false
  const isDescribed = isSubject ? startsDescription(next) : isChoice(previous.at(-1))
  return isDescribed && isBrandNearby([...previous, name, ...next], isOtherBrand)
}

/** The words and punctuation marks of a line. "costs $9, Asana's" has "costs", "$", "9", "," and "Asana's". */
const wordsOf = (line: string): string[] => line.match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*|[^\s\p{L}\p{N}]/gu) ?? []

/**
 * True for "Monday syncs", "Monday also lets you", and a verb before an object, as in "Monday costs $9". "Monday offers
 * at Walmart" and "Monday costs are high" have nouns.
 */
function startsWithBrandVerb(next: readonly string[]): boolean {
  const [verb = "", object = ""] = next[0] === "also" ? next.slice(1) : next
  if (brandVerbs.has(verb)) return true
  return verbsOrNouns.has(verb) && /^[\p{Ll}\p{N}\p{Sc}]/u.test(object) && !afterNoun.has(object)
}
const brandVerbs = setOf("integrates lets syncs")
const verbsOrNouns = setOf("charges costs offers")
const afterNoun = setOf("and apply are at end for from in include is on or start to until were will")

/** "Asana" in "They choose Asana over Monday". */
function comparedBefore(previous: readonly string[]): string | undefined {
  if (previous.at(-1) === "over") return previous.at(-2)
  return comparisonsOfTwoWords.has(previous.slice(-2).join(" ")) ? previous.at(-3) : undefined
}

/** "Asana" in "They choose Monday over Asana". */
function comparedAfter(next: readonly string[]): string | undefined {
  if (next[0] === "over" || next[0] === "than") return next[1]
  return comparisonsOfTwoWords.has(next.slice(0, 2).join(" ")) ? next[2] : undefined
}
const comparisonsOfTwoWords = new Set(["instead of", "rather than"])

/** True for "Monday suits", "Monday also includes" and "Monday is a bit cheaper". */
function startsDescription(next: readonly string[]): boolean {
  const [verb = "", ...rest] = next
  if (verb === "also") return verbsAfterAlso.has(rest[0] ?? "") || rest.slice(0, 2).join(" ") === "comes with"
  if (!verbsBeforeComparative.has(verb)) return describingVerbs.has(verb)
  // "better" in "a lot better-suited"
  const comparative = rest.find((word) => !wordsOfDegree.has(word))?.split("-", 1)[0]
  return comparatives.has(comparative ?? "")
}
const describingVerbs = setOf("automates provides sells suits supports")
const verbsAfterAlso = setOf("has includes offers")
const verbsBeforeComparative = setOf("is has feels looks")
const wordsOfDegree = setOf("a an bit lot far much slightly")
const comparatives = setOf("better cheaper easier faster fewer less more pricier simpler slower stronger weaker worse")

/** True for a word before the object of a recommendation: "choose Monday", "Unlike Monday". */
const isChoice = (word = "") => choices.has(word.toLowerCase())
const choices = setOf("choose choosing consider pick prefer recommend than unlike")

/** True if the line says something about another brand, or recommends it: "Asana also suits", "choose Asana". */
function isBrandNearby(words: readonly string[], isOtherBrand: (word: string) => boolean): boolean {
  const isBrand = (word: string) =>
    startsWithCapital(word) && isOtherBrand(word) && !isCalendarWord(normalizeName(word))
  return words.some((word, i) => {
    const next = words[i + 1] === "also" ? words[i + 2] : words[i + 1]
    if (next !== undefined && singularVerb.test(next) && isBrand(word)) return true
    // "over Asana's plan"
    return (words[i - 1] === "over" || isChoice(words[i - 1])) && isBrand(word.replace(/['’]s$/, ""))
  })
}
/** "suits", but also "users" in "Asana users". */
const singularVerb = /^\p{Ll}{1,20}s\b/u

/** Another weekday or month. "May" is also a verb. */
export const otherDay =
  /\b(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?|Mon|Tues?|Wed|Thu(?:rs?)?|Fri|Sat|January|February|March|April|June|July|August|September|October|November|December)\b/u
