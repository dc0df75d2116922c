/**
 * Decides whether an answer uses an everyday word as the name of a brand. "Target your audience" does not mention
 * Target. docs/counting-mentions.md explains the rules.
 */
import { containsDomain } from "./brand-domains"
import {
  companyDescription,
  companyNoun,
  companySuffix,
  companyVerb,
  linkingVerb,
  listedName,
  namesProduct,
  otherScript,
  pairedName,
  productNoun,
  productNounAfterStarter,
  singularVerb,
  singularVerbOrNoun,
  topLevelDomain,
  trademark,
  verbOfAnyNumber,
  versus,
} from "./company-phrases"
import { canOwn, isGenericSubject, isPluralWord, startsWithCapital } from "./everyday-words"
import { standsAlone, timeOfDay } from "./name-in-marks"
import { isInListOfNames } from "./named-items"
import { followsPrice, normalizeName } from "./normalized-text"
import { isAtStart, isUncommon, lineOf, nameTest, type Passage, passageOf, type Use } from "./passage"
import {
  followsArticle,
  isEndOfLongerName,
  isLabelOfControl,
  isPartOfCompound,
  isPlaceName,
  startsClause,
  takesObject,
  timeWord,
} from "./plain-words"
import { isInTitle, lastWord, startsSegment } from "./titles"
import { isNamedWeekday } from "./weekday-names"

/**
 * strong: this is a name. weak: it may be one, and counts if the answer shows elsewhere that it mentions the brand.
 * subject: weak, but two such uses in an answer show that both are names, as in "Notion is" or "Square's fees". none: it
 * is a word.
 */
export type Evidence = "strong" | "subject" | "weak" | "none"

/**
 * Rates the evidence that this use of an everyday word is a name. The first rule that applies decides, in this order:
 *
 * 1. Signs that need no capital: a compound word, the brand's domain in the same sentence, "Close.com", "target app".
 * 2. The spelling: a word without a capital is none, and a plural is weak.
 * 3. Signs that outweigh the grammar of a plain word: a price before it, another script, or a noun such as "app" after it.
 * 4. Signs of a plain word or of another name: "Target your audience", RAM, "Times Square".
 * 5. The marks around the name, the words beside it, and its place in the sentence.
 */
export function rateEverydayWord(use: Use): Evidence {
  const passage = passageOf(use)
  const { before, name, after, domains, kind, isModifier } = passage
  if (isPartOfCompound(passage)) return "none"
  if (isInSentenceWith(domains, before, name, after)) return "strong"
  if (kind !== "plural" && topLevelDomain.test(after)) return "strong"
  const hasCompanyNoun = kind !== "plural" && (isModifier ? companySuffix : companyNoun).test(after)
  if (!startsWithCapital(name)) return hasCompanyNoun && !startsWithCapital(use.alias) ? "strong" : "none"
  if (kind === "plural") return "weak"
  if (followsPrice(before, before.length) || otherScript.test(after) || hasCompanyNoun) return "strong"
  if (isPlainWord(passage)) return "none"
  if (isCapitalAbbreviation(passage)) return "weak"
  if (isPartOfLongerName(passage)) return "weak"
  if (standsAlone(passage) || isNameInSentence(passage)) return "strong"
  if (kind === "calendar" || !isAtStart(before)) return "weak"
  if (possessive.test(after) && canOwn(normalizeName(name))) return isBesideOwner(passage) ? "strong" : "subject"
  return linkingVerb.test(after) && !isGenericSubject(normalizeName(name)) ? "subject" : "weak"
}

/** "Square's fees" */
const possessive = /^['’]s[ \t]+[\p{L}\p{N}]/u

/** True if the line has the possessive of another brand: "Square's fees are 2.6%; Stripe's are 2.9%." */
const isBesideOwner = ({ before, after, isOtherBrand }: Passage) =>
  [lineOf(before), after.split("\n", 1)[0] ?? ""].some((text) =>
    [...text.matchAll(owner)].some(([, word = ""]) => isOtherBrand(word)),
  )
const owner = /(?<![\p{L}\p{N}'’-])([\p{L}\p{N}]{1,60})['’]s\b/gu

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
  const { before, name, after, kind, isStarter, isModifier, isOtherBrand } = passage
  const isName = nameTest(passage)
  if (isCompanySubject(passage)) return true
  if (kind === "calendar") return isNamedWeekday(passage) || isInListOfNames(before, after, isAtStart(before), isName)
  // "X-ray", "3 X"
  if (name.length === 1 && (/^-\p{L}/u.test(after) || /[\d×][ \t]*$/u.test(before))) return false
  const neighbor = (isStarter ? pairedName : listedName).exec(after)?.[1]
  if (neighbor !== undefined && isOtherBrand(neighbor)) return true
  if (kind === "place" && isPlaceName(before, after)) return false
  if (followsArticle(before)) return isNameAfterArticle(after, isModifier)
  if (productNounOf(passage).test(after)) return true
  if (neighbor !== undefined && isName(neighbor)) return true
  const startsProduct = () => trademark.test(after) || (!isModifier && namesProduct.test(after))
  if (isAtStart(before)) return startsProduct()
  if (!isInTitle(before, name, after)) return !(isStarter && /\bhow to $/iu.test(before))
  return startsSegment(before) ? startsProduct() : isNameInTitle(passage)
}

/** True for "Square works offline" and "Close is a CRM". "It works" and "Teams can work" have other subjects. */
function isCompanySubject({ name, after, kind, isStarter }: Passage): boolean {
  const word = normalizeName(name)
  if (isGenericSubject(word)) return false
  if (companyDescription.test(after)) return true
  if (kind === "calendar") return false
  if (companyVerb.test(after) || singularVerb.test(after)) return true
  return (!isStarter && singularVerbOrNoun.test(after)) || (!isPluralWord(word) && verbOfAnyNumber.test(after))
}

/** "Target users" and "Current store" can be phrases of everyday words. */
function productNounOf({ isStarter, isModifier }: Passage): RegExp {
  if (isStarter) return productNounAfterStarter
  return isModifier ? versus : productNoun
}

/** After an article, a name needs a noun or another name: "the Target app", "the Away Carry-On". */
const isNameAfterArticle = (after: string, isModifier: boolean) =>
  companyNoun.test(after) ||
  (isModifier ? productNounAfterStarter : productNoun).test(after) ||
  (isModifier ? isProperName(namesProduct.exec(after)?.[1]) : namesProduct.test(after)) ||
  trademark.test(after)

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
/** An uncommon word that is no abbreviation such as CPA. */
const isProperName = (word: string | undefined) => isUncommon(word) && /\p{Ll}/u.test(word)
/** Some engines drop the line break before a product: "4.0(2k+)Apple Beats". */
const lostSpace = /[\p{L}\p{N}.)%]$/u
const preposition = /\b(?:at|by|from|vs\.?|with)[ \t]+$/u
const prepositionOrList = /\b(?:and|at|by|from|or|vs\.?|with)[ \t]+$/u

const sentenceEnd = /[.!?。！？](?=\s|$)|\n/gu

function isInSentenceWith(domains: readonly string[], before: string, name: string, after: string): boolean {
  const nearby = `${before} ${after}`.toLowerCase()
  if (!domains.some((domain) => nearby.includes(domain))) return false
  const starts = [...before.matchAll(sentenceEnd)].map((match) => match.index + match[0].length)
  const sentence = before.slice(starts.at(-1) ?? 0) + name + (after.split(sentenceEnd)[0] ?? "")
  return containsDomain(sentence.toLowerCase(), domains)
}
