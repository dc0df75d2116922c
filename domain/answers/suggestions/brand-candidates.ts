/** Finds brand names in the list entries of answers: "Sony" in "Sony WH-1000XM5: …" and "**Sony LinkBuds**". */
import { parse } from "tldts"
import { brandKey } from "../answer-file/labelled-brands"
import { inUnicode } from "../extraction/brand-domains"
import { knownSites } from "../extraction/known-sites"
import type { AnswerWords } from "./capitalized-runs"
import { isConnector, isStopWord, normalizeWord, WordUsage, withoutArticle } from "./word-usage"

export type Candidate = {
  /** Most frequent spelling. */
  name: string
  /** Key that all spellings share. */
  key: string
  /** Number of answers with an entry that starts with it. */
  answers_n: number
}

type FoundBrand = {
  key: string
  /** Number of entries by spelling. */
  spellings: Map<string, number>
  answers: Set<AnswerWords>
  products: Set<string>
}

/** A single answer is too little evidence for a brand. */
const minAnswers = 2

/**
 * Returns candidates, most frequent first. `siteKeys` holds the brand keys of the cited sites: a name with a site is a
 * brand.
 */
export function brandCandidates(answers: readonly AnswerWords[], siteKeys: ReadonlySet<string>): Candidate[] {
  const usage = new WordUsage()
  for (const answer of answers) usage.add(answer)
  const brandsByKey = new Map<string, FoundBrand>()
  const hasSite = siteMatcher(siteKeys)
  for (const answer of answers)
    for (const { words, startsEntry } of answer.runs) {
      const entry = startsEntry ? readEntry(words, usage, hasSite) : undefined
      if (entry) addEntry(brandsByKey, answer, entry)
    }
  return [...brandsByKey.values()]
    .filter((brand) => brand.answers.size >= minAnswers && isBrand(brand, usage, hasSite))
    .map(({ key, spellings, answers }) => ({ key, name: mostFrequent(spellings), answers_n: answers.size }))
    .sort((a, b) => b.answers_n - a.answers_n || (a.key < b.key ? -1 : 1))
}

/** `product`: the first word after the name, if there is one. */
type Entry = { name: string; product: string | undefined }

/** Returns the name that a list entry starts with. Undefined if it starts with no name. */
function readEntry(allWords: string[], usage: WordUsage, hasSite: SiteMatcher): Entry | undefined {
  const words = hasSite(allWords.slice(0, 3).join(" ")) ? allWords : withoutArticle(allWords)
  const [first] = words
  if (first === undefined) return undefined
  const canBeName = !isStopWord(first) && (!usage.isEveryday(first) || usage.countInProse(first) > 0)
  const isNameOfSite = (length: number) =>
    words.length >= length && hasSite(words.slice(0, length).join(" ")) && (length > 1 || canBeName)
  const siteLength = [1, 2, 3].find(isNameOfSite)
  if (!siteLength && (isStopWord(first) || measure.test(first) || usage.isEveryday(first))) return undefined
  const length = siteLength ?? usage.brandLength(words)
  const next = words[length]
  const product = next && !isConnector(next) ? normalizeWord(next) : undefined
  return { name: words.slice(0, length).join(" "), product }
}

type SiteMatcher = (name: string) => boolean

/** Matches names to sites, also without the "&": briggs-riley.com is the site of Briggs & Riley. */
function siteMatcher(siteKeys: ReadonlySet<string>): SiteMatcher {
  const cache = new Map<string, boolean>()
  return (name) => {
    const hasSite = cache.get(name) ?? (siteKeys.has(brandKey(name)) || siteKeys.has(brandKey(name.replace("&", ""))))
    cache.set(name, hasSite)
    return hasSite
  }
}

/** Measures such as 8GB and 165Hz. */
const measure = /^\d+(?:\p{Lu}{1,3}|\p{Lu}\p{Ll})$/u

function addEntry(brandsByKey: Map<string, FoundBrand>, answer: AnswerWords, { name, product }: Entry) {
  const key = brandKey(name)
  const brand = brandsByKey.get(key) ?? { key, spellings: new Map(), answers: new Set(), products: new Set() }
  brandsByKey.set(key, brand)
  brand.spellings.set(name, (brand.spellings.get(name) ?? 0) + 1)
  brand.answers.add(answer)
  if (product) brand.products.add(product)
}

/** A brand has a site, has products, or is capitalized within sentences. */
function isBrand({ key, spellings, products }: FoundBrand, usage: WordUsage, hasSite: SiteMatcher): boolean {
  const name = mostFrequent(spellings)
  const thirdPartyType = thirdPartyTypes.get(key)
  if (thirdPartyType && (thirdPartyType !== "corporate" || products.size < 2)) return false
  if (hasSite(name)) return true
  // Terms such as Top-tier, RAM and IPX7 also start many entries, so they need more products.
  if (/-\p{Ll}|\p{Lu}\d|^\p{Lu}{2,5}$/u.test(name)) return products.size >= 3
  const inProse = usage.countInProse(name.split(" ")[0] as string)
  return products.size >= 2 || (products.size === 1 && inProse >= 1) || inProse >= 3
}

/**
 * Types of sites that are cited but are no competitors, by brand key. A shop ("corporate") counts as a brand when it
 * has two products of its own.
 */
const thirdPartyTypes = new Map([...knownSites].map(([domain, kind]) => [siteKey(domain), kind]))

/** Returns the brand key of a domain's name: "sony" for sony.co.uk. */
export function siteKey(domain: string) {
  return brandKey(parse(inUnicode(domain), { allowPrivateDomains: true }).domainWithoutSuffix ?? "")
}

const mostFrequent = (spellings: ReadonlyMap<string, number>) =>
  [...spellings].reduce((best, spelling) => (spelling[1] > best[1] ? spelling : best))[0]
