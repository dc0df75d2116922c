/** Finds the brands that an answer names: position, count, rank and an excerpt. */
import { aliasMatcher, type BrandAlias, type Hit } from "./alias-matcher"
import { containsDomain, domainSpellings } from "./brand-domains"
import {
  canStartPhrase,
  isAbbreviation,
  isCalendarWord,
  isEverydayName,
  isEverydayPhrase,
  isEverydayWord,
  isLatinLetter,
  isPlace,
  startsWithCapital,
} from "./everyday-words"
import { hiddenRanges, visibleText } from "./hidden-ranges"
import { type Evidence, rateEverydayWord } from "./name-evidence"
import { accentedName, decodeText, normalizeName, normalizeText } from "./normalized-text"

export type BrandNames = {
  id: string
  name: string
  aliases: readonly string[]
  /** Texts that contain the name and mean something else, for example "Apple Valley". */
  negative_aliases: readonly string[]
  /**
   * True: the names are everyday words, which count only with a sign that they are used as names. False: they always
   * count. Null: the list of everyday words decides. True has no effect on two kinds of names that are in no list of
   * everyday words: names without a capital, and names of one or two letters.
   */
  everyday_word?: boolean | null
  domains: readonly string[]
}

export type FoundMention = {
  brand_id: string
  /** Position of the first mention in the answer, in UTF-16 code units. */
  first_offset: number
  count: number
  /** 1 for the brand that is named first. */
  rank: number
  matched_alias: string
  excerpt: string
}

/** Returns a function that finds the mentions of `brands` in an answer. Create it once per project and reuse it. */
export function mentionFinder(brands: readonly BrandNames[]): (text: string) => FoundMention[] {
  const hitsIn = nameFinder(brands)
  return (text) => {
    const hidden = hiddenRanges(text)
    return groupByBrand(hitsIn(text, hidden)).map(([brandId, hits], i) => {
      const first = hits[0] as Hit
      return {
        brand_id: brandId,
        first_offset: first.from,
        count: hits.length,
        rank: i + 1,
        matched_alias: first.matchedAlias,
        excerpt: excerptAt(text, first, hidden),
      }
    })
  }
}

/** Returns a function that finds every position where an answer names one of `brands`, left to right. */
export function nameFinder(brands: readonly BrandNames[]) {
  const byId = new Map(brands.map((brand) => [brand.id, { ...brand, domains: brand.domains.flatMap(domainSpellings) }]))
  const aliases = brands.flatMap(aliasesOf)
  const hitsIn = aliasMatcher(aliases)
  const brandByAccents = namesThatDifferByAccents(aliases)
  const brandOfName = new Map(aliases.flatMap(({ text, brandId }) => (brandId ? [[normalizeName(text), brandId]] : [])))
  return (text: string, hidden = hiddenRanges(text)): Hit[] => {
    const ratedHits = hitsIn(normalizeText(text, hidden))
      .flatMap((hit) => assignByAccents(hit, text, brandByAccents))
      .map((hit) => ({ hit, evidence: rateHit(hit, text, byId.get(hit.brandId) as BrandNames, brandOfName) }))
      .filter(({ evidence }) => evidence !== "none")
    const lowerCaseText = text.toLowerCase()
    // If any of these shows that the answer means the brand, its weak hits count as well.
    const isMentioned = ([brandId, hits]: [string, typeof ratedHits]) =>
      hits.some(({ evidence }) => evidence === "strong") ||
      hits.filter(({ evidence }) => evidence === "subject").length > 1 ||
      (hits.some(({ hit }) => hit.plural === "") && containsDomain(lowerCaseText, byId.get(brandId)?.domains ?? []))
    const mentionedIds = new Set(
      [...Map.groupBy(ratedHits, ({ hit }) => hit.brandId)].filter(isMentioned).map(([brandId]) => brandId),
    )
    return ratedHits.filter(({ hit }) => mentionedIds.has(hit.brandId)).map(({ hit }) => hit)
  }
}

function aliasesOf({ id, name, aliases, negative_aliases, everyday_word }: BrandNames): BrandAlias[] {
  const toAlias = (text: string, brandId: string | null) => ({
    text,
    brandId,
    isEverydayWord: everyday_word ?? isEverydayWord(normalizeName(text)),
  })
  return [
    ...[name, ...aliases].map((text) => toAlias(text, id)),
    ...negative_aliases.map((text) => toAlias(text, null)),
  ]
}

/** Hits are sorted by position, so the groups are in order of first appearance. */
const groupByBrand = (hits: Hit[]) => [...Map.groupBy(hits, (hit) => hit.brandId)]

/** Names of different brands that differ only by accents, by normalized name: the brand of each spelling. */
function namesThatDifferByAccents(aliases: readonly BrandAlias[]): Map<string, Map<string, BrandAlias>> {
  const spellingsByName = new Map<string, Map<string, BrandAlias>>()
  for (const [name, group] of Map.groupBy(aliases, ({ text }) => normalizeName(text))) {
    const bySpelling = new Map(group.map((alias) => [accentedName(alias.text), alias]))
    const brandIds = new Set(group.map(({ brandId }) => brandId))
    if (bySpelling.size > 1 && brandIds.size > 1) spellingsByName.set(name, bySpelling)
  }
  return spellingsByName
}

/**
 * If several brands differ only by accents, gives the hit to the brand with exactly these accents. Drops a hit that
 * matches none of them.
 */
function assignByAccents(hit: Hit, text: string, brandByAccents: ReturnType<typeof namesThatDifferByAccents>): Hit[] {
  const bySpelling = brandByAccents.get(normalizeName(hit.matchedAlias))
  if (!bySpelling) return [hit]
  const exact = bySpelling.get(accentedName(text.slice(hit.from, hit.to)))
  return exact?.brandId ? [{ ...hit, brandId: exact.brandId, matchedAlias: exact.text }] : []
}

/** Rates the evidence that the hit names the brand. A name that is no everyday word is strong evidence. */
function rateHit(hit: Hit, text: string, brand: BrandNames, brandOfName: ReadonlyMap<string, string>): Evidence {
  const { matchedAlias, from, to, plural } = hit
  const { id, domains, everyday_word } = brand
  const name = normalizeName(matchedAlias)
  const written = text.slice(from, to)
  // "Canvas" is another word, not the plural of Canva.
  if (plural !== "" && !isEverydayWord(name) && isEverydayWord(name + plural)) return "none"
  if (everyday_word === false) return "strong"
  if (everyday_word !== true && isUsedAsPhrase(name, written))
    return hasCapitalsOf(matchedAlias, decodeText(written)) ? "strong" : "weak"
  if (isAbbreviation(name)) {
    if (written !== matchedAlias) return "none"
    if (!isLatinLetter(name) && !isEverydayWord(name)) return "strong"
  } else if (!isUsedAsWord(matchedAlias, written, everyday_word)) return "strong"
  const isOtherBrand = (word: string) => (brandOfName.get(normalizeName(word)) ?? id) !== id
  const kind = wordKindOf(name, plural)
  return rateEverydayWord({ text, from, to: to + plural.length, alias: matchedAlias, domains, kind, isOtherBrand })
}

/** True for several everyday words. "Head & Shoulders" and "U.S. Bank" become such words as "and" or without periods. */
const isUsedAsPhrase = (name: string, written: string) =>
  isEverydayPhrase(name) || (/[&.]/.test(name) && isEverydayPhrase(normalizeName(written)))

/** True if every word of the answer has a capital where the word of the name has one: "Best Buy", not "Best buy". */
function hasCapitalsOf(name: string, written: string): boolean {
  const words = written.split(/[\s-]+/u)
  return name.split(/[\s-]+/u).every((word, i) => !startsWithCapital(word) || startsWithCapital(words[i] ?? ""))
}

/** True if the name, as the answer spells it, is an everyday word: "Dominos" is one, "Domino's" is none. */
function isUsedAsWord(alias: string, written: string, everydaySetting: boolean | null | undefined): boolean {
  if (everydaySetting && startsWithCapital(alias)) return true
  if (isEverydayName(alias)) return true
  return /['’]/u.test(alias) && isEverydayName(decodeText(written))
}

/** A word that only the brand's settings declare an everyday word may start phrases, too. */
function wordKindOf(name: string, plural: string) {
  if (plural !== "") return "plural"
  if (isCalendarWord(name)) return "calendar"
  if (isPlace(name)) return "place"
  return canStartPhrase(name) || !isEverydayWord(name) ? "starter" : "other"
}

/** The longest excerpt, in UTF-16 code units, as are the next two lengths. */
const excerptLength = 300
/** An excerpt starts at most this far before the hit. */
const lengthBefore = 100
/** An excerpt is cut from a longer text, because removing markup shortens it. */
const lengthAfter = 600
/**
 * Markdown marks and white space other than the plain space. Leaving out plain spaces, the most frequent, halves the
 * time.
 */
const markupAndSpace = /[*_#|>[\]\t-\r\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+/gu

/** Returns up to 300 characters of prose around a hit, cut between words. */
export function excerptAt(text: string, { from, to }: Pick<Hit, "from" | "to">, hidden = hiddenRanges(text)): string {
  const earliest = Math.max(0, from - lengthBefore)
  const start = earliest > 0 ? earliest + Math.max(0, text.slice(earliest, from).search(/\s/u)) : 0
  const visible = visibleText(text, start, Math.max(to, from + lengthAfter), hidden)
  const prose = visible.replace(markupAndSpace, " ").replace(/ {2,}/gu, " ").trim()
  if (prose.length <= excerptLength) return prose
  const cut = prose.slice(0, excerptLength)
  const lastSpace = cut.lastIndexOf(" ")
  return (lastSpace < 0 ? cut : cut.slice(0, lastSpace)).toWellFormed()
}
