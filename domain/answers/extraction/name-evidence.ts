/**
 * Decides whether an answer uses an everyday word as the name of a brand. "Target your audience" does not mention
 * Target. docs/counting-mentions.md explains the rules.
 */
import { containsDomain } from "./brand-domains"
import {
  companyNoun,
  companySuffix,
  companyVerb,
  isCompany,
  isSomething,
  listedName,
  namesProduct,
  otherScript,
  pairedName,
  productNoun,
  singularVerb,
  singularVerbOrNoun,
  software,
  topLevelDomain,
  trademark,
  verbOfAnyNumber,
} from "./company-phrases"
import {
  isBasicWord,
  isCalendarWord,
  isEverydayWord,
  isPluralWord,
  isPronoun,
  startsWithCapital,
} from "./everyday-words"
import { includesName, isInListOfNames, otherCells, otherItems } from "./named-items"
import { decodeText, followsPrice, normalizeName } from "./normalized-text"
import {
  followsArticle,
  isEndOfLongerName,
  isLabelOfControl,
  isPlaceName,
  startsClause,
  takesObject,
  timeWord,
} from "./plain-words"
import { isInTitle, lastWord, startsSegment } from "./titles"

/**
 * strong: this is a name. weak: it may be one, and counts if the answer shows elsewhere that it mentions the brand.
 * subject: weak, but two such uses in an answer show that both are names, as in "Notion is". none: it is a word.
 */
export type Evidence = "strong" | "subject" | "weak" | "none"

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

/** A use with the text around it, decoded. */
type Passage = Use & { before: string; name: string; after: string; isStarter: boolean }

/** Rates the evidence that this use of an everyday word is a name. */
export function evidenceOf(use: Use): Evidence {
  const { text, from, to, domains, kind } = use
  const before = decodeText(text.slice(Math.max(0, from - context), from))
  const name = decodeText(text.slice(from, to))
  const after = decodeText(text.slice(to, to + context))
  const isStarter = kind === "starter"
  if (isInSentenceWith(domains, before, name, after)) return "strong"
  if (kind !== "plural" && topLevelDomain.test(after)) return "strong"
  const hasCompanyNoun = kind !== "plural" && (isStarter ? companySuffix : software).test(after)
  if (!startsWithCapital(name)) return hasCompanyNoun && !startsWithCapital(use.alias) ? "strong" : "none"
  if (kind === "plural") return "weak"
  if (followsPrice(before, before.length) || otherScript.test(after) || hasCompanyNoun) return "strong"
  const passage = { ...use, before, name, after, isStarter }
  if (isPlainWord(passage)) return "none"
  if (isCapitalAbbreviation(passage)) return "weak"
  if (isPartOfLongerName(passage)) return "weak"
  if (standsAlone(passage) || isNameInSentence(passage)) return "strong"
  const isLikelySubject = kind !== "calendar" && isSomething.test(after) && isAtStart(before)
  return isLikelySubject && !isPronoun(normalizeName(name)) ? "subject" : "weak"
}

/** True if the next or previous words show that this is no name: "Target your audience", "On Monday". */
function isPlainWord({ before, after, kind, isStarter }: Passage): boolean {
  if (isStarter && isLabelOfControl(before, after)) return true
  if (kind === "calendar") return timeWord.test(before) || timeOfDay.test(after)
  return isStarter && (takesObject.test(after) || (isAtStart(before) && startsClause.test(after)))
}

/** True for "Times Square". In titles all words have capitals, so there only places and short words are tested. */
function isPartOfLongerName({ before, name, after, kind, isOtherBrand }: Passage): boolean {
  const joins = { uncommonNames: kind === "place" || name.length <= 2, verbs: name.length === 2 }
  return (joins.uncommonNames || !isInTitle(before, name, after)) && isEndOfLongerName(before, joins, isOtherBrand)
}

/** RAM is no mention of Ram. */
const isCapitalAbbreviation = ({ name, alias }: Passage) =>
  name.length > 1 && !/\p{Ll}/u.test(name) && /\p{Ll}/u.test(alias)

/** True if the words around a capitalized word, or its place in the sentence, show that it is a name. */
function isNameInSentence(passage: Passage): boolean {
  const { before, name, after, kind, isStarter, isOtherBrand } = passage
  const isName = nameTest(passage)
  if (isCompanySubject(passage)) return true
  if (kind === "calendar") return isInListOfNames(before, after, isAtStart(before), isName)
  // "X-ray", "3 X"
  if (name.length === 1 && (/^-\p{L}/u.test(after) || /[\d×][ \t]*$/u.test(before))) return false
  const neighbor = (isStarter ? pairedName : listedName).exec(after)?.[1]
  if (neighbor !== undefined && isOtherBrand(neighbor)) return true
  if (kind === "place" && isPlaceName(before, after)) return false
  if (followsArticle(before)) return isNameAfterArticle(after, isStarter)
  if ((isStarter ? companyNoun : productNoun).test(after)) return true
  if (neighbor !== undefined && isName(neighbor)) return true
  const startsProduct = () => trademark.test(after) || (!isStarter && namesProduct.test(after))
  if (isAtStart(before)) return startsProduct()
  if (!isInTitle(before, name, after)) return !(isStarter && /\bhow to $/iu.test(before))
  return startsSegment(before) ? startsProduct() : isNameInTitle(passage)
}

/** True for "Square works offline" and "Close is a CRM". "It works" and "Teams can work" have other subjects. */
function isCompanySubject({ name, after, kind, isStarter }: Passage): boolean {
  const word = normalizeName(name)
  if (isPronoun(word)) return false
  if (isCompany.test(after)) return true
  if (kind === "calendar") return false
  if (companyVerb.test(after) || singularVerb.test(after)) return true
  return (!isStarter && singularVerbOrNoun.test(after)) || (!isPluralWord(word) && verbOfAnyNumber.test(after))
}

/** After an article, a name needs a noun or another name: "the Target app", "the Away Carry-On". */
const isNameAfterArticle = (after: string, isStarter: boolean) =>
  software.test(after) ||
  (isStarter ? companyNoun : productNoun).test(after) ||
  (isStarter ? isProperName(namesProduct.exec(after)?.[1]) : namesProduct.test(after)) ||
  trademark.test(after)

/** True for the name of another brand of the project, and for capitalized words that are no everyday words. */
const nameTest =
  ({ isOtherBrand }: Use) =>
  (word: string) =>
    (isOtherBrand(word) || isUncommon(word)) && !isCalendarWord(normalizeName(word))

/** In a title most words have capitals. There, a name follows a word like "by", or stands next to another name. */
function isNameInTitle({ before, after, isStarter, isOtherBrand }: Passage): boolean {
  if ((isStarter ? preposition : prepositionOrList).test(before)) return true
  if (!isStarter && lostSpace.test(before)) return true
  const previous = lastWord(before)
  const next = namesProduct.exec(after)?.[1]
  if (isProperName(previous) || (isUncommon(previous) && isOtherBrand(previous))) return true
  return isUncommon(next) && !isStarter && !simplePlural.test(next ?? "")
}
/** A plural noun, as in "Mini Fridges". Many of them are not in our lists of words. */
const simplePlural = /^\p{Lu}\p{Ll}+s$/u
const isUncommon = (word: string | undefined): word is string =>
  word !== undefined && /^\p{Lu}/u.test(word) && !isEverydayWord(normalizeName(word))
/** An uncommon word that is no abbreviation such as CPA. */
const isProperName = (word: string | undefined) => isUncommon(word) && /\p{Ll}/u.test(word)
/** Some engines drop the line break before a product: "4.0(2k+)Apple Beats". */
const lostSpace = /[\p{L}\p{N}.)%]$/u
const preposition = /\b(?:at|by|from|vs\.?|with)[ \t]+$/u
const prepositionOrList = /\b(?:and|at|by|from|or|vs\.?|with)[ \t]+$/u

/** How much text before and after the name is examined, in UTF-16 code units. */
const context = 500

const sentenceEnd = /[.!?。！？](?=\s|$)|\n/gu

function isInSentenceWith(domains: readonly string[], before: string, name: string, after: string): boolean {
  const nearby = `${before} ${after}`.toLowerCase()
  if (!domains.some((domain) => nearby.includes(domain))) return false
  const starts = [...before.matchAll(sentenceEnd)].map((match) => match.index + match[0].length)
  const sentence = before.slice(starts.at(-1) ?? 0) + name + (after.split(sentenceEnd)[0] ?? "")
  return containsDomain(sentence.toLowerCase(), domains)
}

/**
 * True for a name in bold, in quotes, as a link, in a table cell or on a line of its own, for a name at a start that a
 * dash, a colon or a parenthesis follows, and for a name behind a label such as "Best overall:".
 */
function standsAlone(passage: Passage): boolean {
  const { before, after, kind } = passage
  if (kind === "calendar" && isInSchedule(before, after)) return false
  if (opening.test(before) && closing.test(after)) return isNameInMarks(passage)
  if (lineStart.test(lineOf(before)) && lineEnd.test(after)) return isNameOnLine(passage)
  if (isAtStart(before) && label.test(after)) return isNameBeforeLabel(passage, after.replace(/^(?:\*\*|__)/u, ""))
  return labelOfName.test(before) && lineEnd.test(after)
}

const opening = /(?:\*\*|__|\[|\||["“‘])[ \t]*$/u
const closing = /^(?:['’]s)?[ \t]*(?::?\*\*|:?__|\]|\||["”’])/u
const lineStart = /^[^\p{L}\p{N}]*(?:\d{1,3}[.)][^\p{L}\p{N}]*)?$/u
const lineEnd = /^(?:\*\*|__)?[ \t\r]*(?:\n|$)/u
const lineOf = (before: string) => before.slice(before.lastIndexOf("\n") + 1)
const label = /^(?:\*\*|__)?[ \t]*(?::|–|—|-[ \t]|\()/u
/** "Best overall: Notion" names a product. "Location: Remote" does not. */
const labelOfName =
  /\b(?:app|bank|brand|choice|company|option|overall|pick|platform|provider|retailer|software|store|tool|up|vendor|winner)[:：](?:\*\*|__)?[ \t]+$/iu
const isListItem = (before: string) => /^[ \t]*(?:[-*+•][ \t]|\d{1,3}[.)])/u.test(lineOf(before))

/** True if the marks around a word show a name, and the text after them does not make it a part of a sentence. */
function isNameInMarks(passage: Passage): boolean {
  const { name, after, isStarter } = passage
  const mark = (closing.exec(after)?.[0] ?? "").trim()
  const rest = after.slice(closing.exec(after)?.[0].length)
  if (mark.endsWith("|")) return isNameInCell(passage)
  if (mark.endsWith("]")) return name.length > 1
  if (label.test(rest) || /:(?:\*\*|__)$/u.test(mark))
    return isNameBeforeLabel(passage, mark.startsWith(":") ? `:${rest}` : rest)
  if (lineEnd.test(rest)) return isNameOnLine(passage)
  const next = /^[ \t]+(\p{Ll}[\p{L}'’-]*)/u.exec(rest)?.[1]
  return next === undefined || afterName.has(next) || (!isStarter && /(?:s|ed)$/u.test(next))
}
/** Words that often follow a name in bold, and are not part of it as in "**Apple** pie". */
const afterName = new Set(
  "also and are as at but by can does for from has helps if in is lets makes may of offers on or that to vs was when where which while who will with works would".split(
    " ",
  ),
)

/** A list item counts unless all other items are basic words, as in a list of fruit. */
function isNameOnLine(passage: Passage): boolean {
  const { before, kind } = passage
  const items = isListItem(before) ? itemsBeside(passage) : []
  if (items.length === 0 || isInNamedList(passage)) return true
  return kind !== "calendar" && !items.every((item) => isBasicWord(normalizeName(item)))
}

/** The first cell of a row counts, unless the word often starts phrases. Other cells need a name beside them. */
function isNameInCell(passage: Passage): boolean {
  const { before, after, name, isStarter, isOtherBrand } = passage
  if (name.length === 1) return false
  if (!isStarter && /^[ \t]*\|[ \t*_]*$/u.test(lineOf(before)) && /^[^\n|]*\|[ \t|]*[^\s|]/u.test(after)) return true
  return includesName(otherCells(before, after), nameTest(passage), isOtherBrand) || isInNamedList(passage)
}

/** True if a word before a colon, dash or parenthesis is a name. `rest` starts with that mark. */
function isNameBeforeLabel(passage: Passage, rest: string): boolean {
  const { before, kind, isStarter } = passage
  const description = /^[ \t]*(?::|–|—|-)[*_ \t]*(.*)/u.exec(rest)?.[1] ?? ""
  if (!/^[ \t]*:/u.test(rest)) return kind !== "calendar" || !/^\p{Lu}/u.test(description) || isInNamedList(passage)
  if (/^\d/u.test(description)) return false
  if (isHeading(before) || isInNamedList(passage) || isCompany.test(` is ${description.replace(/^An?\b/u, "a")}`))
    return true
  return !isStarter && (/^\p{Sc}/u.test(description) || (isNumbered(before) && /^\p{Ll}/u.test(description)))
}
const isHeading = (before: string) => /^#{1,6}[ \t]/u.test(lineOf(before))
const isNumbered = (before: string) => /^[ \t]*\d{1,3}[.)]/u.test(lineOf(before))

/** True if another item of the same list starts with a name. */
const isInNamedList = (passage: Passage) => includesName(itemsBeside(passage), nameTest(passage), passage.isOtherBrand)
const itemsBeside = ({ text, from, to }: Passage) =>
  otherItems(text.slice(Math.max(0, from - listContext), from), text.slice(to, to + listContext))
/** How much of a list before and after an item is examined, in UTF-16 code units. */
const listContext = 1_500

/** True for a weekday or month before a time, such as opening hours, or near another one. */
const isInSchedule = (before: string, after: string) =>
  timeOfDay.test(after) || otherDay.test(before) || otherDay.test(after)
/** A time or a date directly after the word: "9-17", "9:00", "12 May". A price, a rating such as 4.7 or a year is none. */
const timeOfDay = /^[^\p{L}\p{N}\p{Sc}\n]*\d{1,2}(?:[:.]\d\d|(?![\d.,]))/u
const otherDay =
  /\b(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?|Mon|Tues?|Wed|Thu(?:rs?)?|Fri|Sat|January|February|March|April|June|July|August|September|October|November|December)\b/u

/** True at the start of a line, a sentence, a list item or a table cell. Emoji, marks and a number may precede. */
function isAtStart(before: string): boolean {
  const line = lineOf(before)
  let end = line.length
  while (end > 0 && !letterOrDigit.test(line[end - 1] as string)) end--
  const text = line.slice(0, end)
  const gap = line.slice(end)
  const isListNumber =
    /^[.)]/u.test(gap) && !/\p{L}/u.test(text) && /^\d{1,3}$/u.test(text.replace(/[^\p{L}\p{N}]/gu, ""))
  if (text === "" || isListNumber) return true
  const ends = gap.search(/[.!?:;。！？|]/u)
  return ends >= 0 && /\s/u.test(gap.slice(ends))
}
const letterOrDigit = /[\p{L}\p{N}]/u
