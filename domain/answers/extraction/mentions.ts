/** Finds the brands that an answer names: position, count, rank and an excerpt. */
import { type Alias, aliasMatcher, type Hit, isCommonWord } from "./alias-matcher"
import { hiddenRanges, visibleText } from "./hidden-ranges"
import { normalizeName, normalizeText } from "./normalized-text"

export type BrandNames = {
  id: string
  name: string
  aliases: readonly string[]
  /** Texts that contain the name and mean something else, for example "Apple Valley". */
  negative_aliases: readonly string[]
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
    return inOrder(hitsIn(text, hidden)).map(([brandId, own], i) => ({
      brand_id: brandId,
      first_offset: (own[0] as Hit).from,
      count: own.length,
      rank: i + 1,
      matched_alias: (own[0] as Hit).alias,
      excerpt: excerptAt(text, own[0] as Hit, hidden),
    }))
  }
}

/** Returns a function that finds every position where an answer names one of `brands`, left to right. */
export function nameFinder(brands: readonly BrandNames[]) {
  const byId = new Map(brands.map((brand) => [brand.id, brand]))
  const aliases = brands.flatMap(aliasesOf)
  const hitsIn = aliasMatcher(aliases)
  const commonWordAliases = new Set(aliases.map(({ alias }) => alias).filter(isCommonWordName))
  return (text: string, hidden = hiddenRanges(text)): Hit[] =>
    hitsIn(normalizeText(text, hidden)).filter(
      (hit) => !commonWordAliases.has(hit.alias) || isUsedAsName(hit, text, byId.get(hit.brandId) as BrandNames),
    )
}

const aliasesOf = ({ id, name, aliases, negative_aliases }: BrandNames): Alias[] => [
  ...[name, ...aliases].map((alias) => ({ alias, brandId: id })),
  ...negative_aliases.map((alias) => ({ alias, brandId: null })),
]

/** Hits are sorted by position, so the groups are in order of first appearance. */
const inOrder = (hits: Hit[]) => [...Map.groupBy(hits, (hit) => hit.brandId)]

const isCommonWordName = (alias: string) => isCommonWord(normalizeName(alias)) && startsWithCapital(alias)

/** A common word is a name when it is capitalized, or when its sentence contains the brand's domain. */
function isUsedAsName(hit: Hit, text: string, brand: BrandNames): boolean {
  if (startsWithCapital(text.slice(hit.from, hit.to))) return true
  const sentence = sentenceAround(text, hit).toLowerCase()
  return brand.domains.some((domain) => sentence.includes(domain))
}

const capital = /^\p{Lu}/u
const startsWithCapital = (text: string) => capital.test(text)

const sentenceEnd = /[.!?。！？](?=\s|$)|\n/gu

function sentenceAround(text: string, { from, to }: Hit): string {
  const before = text.slice(Math.max(0, from - 500), from)
  const starts = [...before.matchAll(sentenceEnd)].map((m) => m.index + m[0].length)
  const [after = ""] = text.slice(to, to + 500).split(sentenceEnd)
  return before.slice(starts.at(-1) ?? 0) + text.slice(from, to) + after
}

const excerptLength = 300
/** Markdown marks and white space other than the plain space. Leaving out plain spaces, the most frequent, halves the time. */
const marks = /[*_#|>[\]\t-\r\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+/gu

/** Returns up to 300 characters of prose around a hit, cut between words. */
export function excerptAt(text: string, { from, to }: Pick<Hit, "from" | "to">, hidden = hiddenRanges(text)): string {
  const start = from > 100 ? from - 100 + Math.max(0, text.slice(from - 100, from).search(/\s/u)) : 0
  const around = visibleText(text, start, Math.max(to, from + 600), hidden)
  const words = around.replace(marks, " ").replace(/ {2,}/gu, " ").trim()
  if (words.length <= excerptLength) return words
  const cut = words.slice(0, excerptLength)
  const lastSpace = cut.lastIndexOf(" ")
  return (lastSpace < 0 ? cut : cut.slice(0, lastSpace)).toWellFormed()
}
