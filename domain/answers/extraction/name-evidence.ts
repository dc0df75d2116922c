/**
 * Decides whether an answer uses an everyday word as the name of a brand. "Target your audience" does not mention
 * Target. docs/counting-mentions.md explains the rules.
 */
import { isEverydayWord, startsWithCapital } from "./everyday-words"
import { decodeText, followsPrice, normalizeName } from "./normalized-text"
import { isInTitle, lastWord, startsSegment } from "./titles"

/**
 * strong: this is a name. weak: it may be one, and counts if the answer shows elsewhere that it mentions the brand.
 * none: it is a word.
 */
export type Evidence = "strong" | "weak" | "none"

/**
 * Position of a word in an answer, and the domains of the brand with this name. `to` includes a plural ending. The
 * `kind` is "starter" if the word often starts a phrase, such as "Close the deal".
 */
type Use = {
  text: string
  from: number
  to: number
  domains: readonly string[]
  kind: "plural" | "calendar" | "starter" | "other"
}

/** Rates the evidence that this use of an everyday word is a name. */
export function evidenceOf({ text, from, to, domains, kind }: Use): Evidence {
  const before = decodeText(text.slice(Math.max(0, from - context), from))
  const name = decodeText(text.slice(from, to))
  const after = decodeText(text.slice(to, to + context))
  if (isInSentenceWith(domains, before, name, after)) return "strong"
  if (kind !== "plural" && topLevelDomain.test(after)) return "strong"
  if (!startsWithCapital(name)) return "none"
  if (kind === "plural") return "weak"
  if (followsPrice(before, before.length) || otherScript.test(after)) return "strong"
  if ((kind === "starter" ? companySuffix : software).test(after)) return "strong"
  if (kind === "calendar") return standsAlone(before, after) && !isInSchedule(before, after) ? "strong" : "weak"
  return standsAlone(before, after) || isNameInSentence(before, name, after, kind === "starter") ? "strong" : "weak"
}

/** True if the words around a capitalized word, or its place in the sentence, show that it is a name. */
function isNameInSentence(before: string, name: string, after: string, isStarter: boolean): boolean {
  if (isSubject.test(after) || (isStarter ? companyNoun : productNoun).test(after)) return true
  if (isUncommon((isStarter ? pairedName : listedName).exec(after)?.[1])) return true
  const startsProduct = () => trademark.test(after) || (!isStarter && namesProduct.test(after))
  if (isAtStart(before)) return startsProduct()
  if (!isInTitle(before, name, after)) return !(isStarter && /\bhow to $/iu.test(before))
  return startsSegment(before) ? startsProduct() : isNameInTitle(before, after, isStarter)
}

/** In a title most words have capitals. There, a name follows a word like "by", or stands next to another name. */
function isNameInTitle(before: string, after: string, isStarter: boolean): boolean {
  if ((isStarter ? preposition : prepositionOrList).test(before)) return true
  if (!isStarter && lostSpace.test(before)) return true
  const previous = lastWord(before)
  const next = namesProduct.exec(after)?.[1]
  return isUncommon(previous) || (!isStarter && isUncommon(next) && !simplePlural.test(next ?? ""))
}
/** A plural noun, as in "Mini Fridges". Many of them are not in our lists of words. */
const simplePlural = /^\p{Lu}\p{Ll}+s$/u
const isUncommon = (word: string | undefined) =>
  word !== undefined && /^\p{Lu}/u.test(word) && !isEverydayWord(normalizeName(word))
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
  return domains.some((domain) => sentence.toLowerCase().includes(domain))
}

/** A letter or a punctuation mark of another script. English everyday words have no meaning in such a text. */
const otherScript = /^(?: ?(?!\p{Script=Latin})\p{L}|[、，。：；！？（）「」『』])/u
const topLevelDomain = /^\.(?:com|io|ai|co|app|org|net)\b/iu

/** Nouns that follow the name of a company, and hardly ever another word. */
const software = /^(?:['’]s)?[\s-]+(?:app|apps|software|platform|crm|suite|inc|llc|ltd|corp|gmbh|pricing|api)\b/iu
/** The ones among them that are never the object of a verb. "Close apps that you do not use" is an instruction. */
const companySuffix = /^(?:['’]s)?[\s-]+(?:crm|suite|inc|llc|ltd|corp|gmbh)\b/iu
/** Nouns that seldom follow a verb without an article. */
const companyNoun = /^(?:['’]s)?[\s-]+(?:tool|store|website|dashboard|headphones|earbuds|versus|vs)\b/iu
/** Nouns that follow the name of a company but often also a verb: "Close accounts" is an instruction. */
const productNoun =
  /^(?:['’]s)?[\s-]+(?:tools?|brands?|stores?|website|accounts?|subscription|plans?|users?|customers?|integrations?|dashboard|templates?|products?|premium|pro|plus|headphones|earbuds|shoes|cards?|versus|vs)\b/iu
/** The second name in "Target and Walmart". */
const pairedName = /^[ \t]+(?:and|or|&)[ \t]+([\p{L}\p{N}'’-]+)/u
/** The second name in "Notion, Asana and Trello". "Indeed, Google says" is no list of names. */
const listedName = /^(?:,|[ \t]+(?:and|or|&))[ \t]+([\p{L}\p{N}'’-]+)/u

/**
 * True for a name in bold, in quotes, as a link, in a table cell or on a line of its own, for a name at a start that a
 * dash, a colon or a parenthesis follows, and for a name between a colon and the end of the line.
 */
const standsAlone = (before: string, after: string) =>
  (opening.test(before) && closing.test(after)) ||
  (lineStart.test(lineOf(before)) && lineEnd.test(after)) ||
  (isAtStart(before) && /^(?:\*\*|__)?[ \t]*(?::|–|—|-[ \t]|\()/u.test(after)) ||
  (/[:：](?:\*\*|__)?[ \t]+$/u.test(before) && lineEnd.test(after))
const opening = /(?:\*\*|__|\[|\||["“‘])[ \t]*$/u
const closing = /^(?:['’]s)?[ \t]*(?::?\*\*|:?__|\]|\||["”’])/u
const lineStart = /^[^\p{L}\p{N}]*(?:\d{1,3}[.)][^\p{L}\p{N}]*)?$/u
const lineEnd = /^(?:\*\*|__)?[ \t\r]*(?:\n|$)/u
const lineOf = (before: string) => before.slice(before.lastIndexOf("\n") + 1)

/** True for a weekday or month before a number, such as opening hours, or near another one. */
const isInSchedule = (before: string, after: string) =>
  /^[^\p{L}\p{N}\n]*\d/u.test(after) || otherDay.test(before) || otherDay.test(after)
const otherDay =
  /\b(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?|Mon|Tues?|Wed|Thu(?:rs?)?|Fri|Sat|January|February|March|April|June|July|August|September|October|November|December)\b/u

/** A capital or a number after the name, as in "Helix Midnight" or "Canvas 15". Not a word like "Your". */
const namesProduct =
  /^(?:['’]s)?[ \t\u00a0]+((?!(?:A|All|An|And|Any|At|Better|Down|Every|For|From|In|Into|Less|More|My|Of|Off|On|Or|Our|Out|Over|That|Their|This|To|Up|With|Your)\b)[\p{Lu}\d][\p{L}\p{N}'’-]*)/u
const trademark = /^[ \t]*(?:[®™]|[\p{L}\d]+[®™])/u
/** Verbs that follow the name of a company at the start of a sentence. */
const isSubject =
  /^(?:['’]s)?[ \t\u00a0]+(?:also|acquired|announced|automates|charges|comes|delivers|does|has|integrates|launched|launches|lets|makes|offers|operates|partnered|provides|released|sells|ships|specializes|supports|syncs|uses)\b/u

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
