/** Finds brand names in the list entries of answers: "Sony" in "Sony WH-1000XM5: …" and "**Sony LinkBuds**". */
import { parse } from "tldts"
import { brandKey } from "../answer-file/labelled-brands"
import { knownSites } from "../extraction/sources"
import type { Reading } from "./capitalized-runs"
import { isConnector, isHeading, normalizeWord, WordUsage, withoutArticle } from "./word-usage"

export type Candidate = {
  /** Most frequent spelling. */
  name: string
  /** Key that all spellings share. */
  key: string
  /** Number of answers with an entry that starts with it. */
  heads_n: number
}

type Found = { key: string; spellings: Map<string, number>; answers: Set<Reading>; products: Set<string> }

/** Minimum number of answers. A single answer is too little evidence for a brand. */
const minHeads = 2

/**
 * Returns candidates, most frequent first. `siteKeys` holds the brand keys of the cited sites: a name with a site is a
 * brand.
 */
export function brandCandidates(readings: readonly Reading[], siteKeys: ReadonlySet<string>): Candidate[] {
  const usage = new WordUsage()
  for (const reading of readings) usage.add(reading)
  const found = new Map<string, Found>()
  const isSite = siteNames(siteKeys)
  for (const reading of readings)
    for (const { words, isHead } of reading.runs) if (isHead) addHead(found, reading, brandIn(words, usage, isSite))
  return [...found.values()]
    .filter((candidate) => candidate.answers.size >= minHeads && isBrand(candidate, usage, isSite))
    .map(({ key, spellings, answers }) => ({ key, name: mostFrequent(spellings), heads_n: answers.size }))
    .sort((a, b) => b.heads_n - a.heads_n || (a.key < b.key ? -1 : 1))
}

type Head = { name: string; product: string | undefined }

/** Returns the brand that a list entry starts with, or undefined. */
function brandIn(heading: string[], usage: WordUsage, isSite: IsSite): Head | undefined {
  const words = isSite(heading.slice(0, 3).join(" ")) ? heading : withoutArticle(heading)
  const [first = ""] = words
  const isOfSite = (length: number) =>
    words.length >= length &&
    isSite(words.slice(0, length).join(" ")) &&
    !(length === 1 && (isHeading(first) || (usage.isEveryday(first) && usage.inProse(first) === 0)))
  const ofSite = [1, 2, 3].find(isOfSite)
  if (!ofSite && (isHeading(first) || isMeasure.test(first) || usage.isEveryday(first))) return undefined
  const length = ofSite ?? usage.brandLength(words)
  const next = words[length]
  const product = next && !isConnector(next) ? normalizeWord(next) : undefined
  return first ? { name: words.slice(0, length).join(" "), product } : undefined
}

/** Matches names to sites, also without the "&": briggs-riley.com is the site of Briggs & Riley. */
function siteNames(siteKeys: ReadonlySet<string>): IsSite {
  const cache = new Map<string, boolean>()
  return (name) => {
    const is = cache.get(name) ?? (siteKeys.has(brandKey(name)) || siteKeys.has(brandKey(name.replace("&", ""))))
    cache.set(name, is)
    return is
  }
}
type IsSite = (name: string) => boolean

/** Measures such as 8GB and 165Hz. */
const isMeasure = /^\d+(?:\p{Lu}{1,3}|\p{Lu}\p{Ll})$/u

function addHead(found: Map<string, Found>, reading: Reading, head: Head | undefined) {
  if (!head) return
  const key = brandKey(head.name)
  const candidate = found.get(key) ?? { key, spellings: new Map(), answers: new Set(), products: new Set() }
  found.set(key, candidate)
  candidate.spellings.set(head.name, (candidate.spellings.get(head.name) ?? 0) + 1)
  candidate.answers.add(reading)
  if (head.product) candidate.products.add(head.product)
}

/** A brand has a site, has products, or is capitalized within sentences. */
function isBrand({ key, spellings, products }: Found, usage: WordUsage, isSite: IsSite): boolean {
  const name = mostFrequent(spellings)
  const third = thirdParties.get(key)
  if (third && (third !== "corporate" || products.size < 2)) return false
  if (isSite(name)) return true
  // Terms such as Top-tier, RAM and IPX7 also start many entries, so they need more products.
  if (/-\p{Ll}|\p{Lu}\d|^\p{Lu}{2,5}$/u.test(name)) return products.size >= 3
  const inProse = usage.inProse(name.split(" ")[0] as string)
  return products.size >= 2 || (products.size === 1 && inProse >= 1) || inProse >= 3
}

/** Sites that are cited but are no competitors. A shop counts as a brand when it has two products of its own. */
const thirdParties = new Map([...knownSites].map(([domain, kind]) => [siteKey(domain), kind]))

/** Brand key of a domain's name: "sony" for sony.co.uk. */
export function siteKey(domain: string) {
  return brandKey(parse(domain, { allowPrivateDomains: true }).domainWithoutSuffix ?? "")
}

const mostFrequent = (spellings: ReadonlyMap<string, number>) =>
  [...spellings].reduce((best, spelling) => (spelling[1] > best[1] ? spelling : best))[0]
