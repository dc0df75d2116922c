/**
 * Runs functions of the extraction in a worker thread, when a message from extract.ts calls them. scripts/bundle.ts
 * bundles this module into one file.
 */
import { parentPort } from "node:worker_threads"
import type { Call } from "@/domain/kernel/worker-thread"
import { type BrandNames, mentionFinder, nameFinder } from "../extraction/mentions"
import { type BrandSites, classifySource, distinctSources, type Source } from "../extraction/sources"
import { findSuggestions } from "../suggestions/find-suggestions"

/** The project's brands as JSON. A string is a cheap cache key, and most calls repeat the brands of an earlier call. */
type WithBrands = { brands: string }
type Cited = Parameters<typeof classifySource>[0]

const functions = {
  extractAnswer: ({ brands, text, sources }: WithBrands & { text: string; sources: Source[] }) => ({
    mentions: mentionFinderOf(brands)(text),
    sources: distinctSources(sources, sitesOf(brands)),
  }),
  findMentions: ({ brands, text }: WithBrands & { text: string }) => mentionFinderOf(brands)(text),
  findNames: ({ brands, text }: WithBrands & { text: string }) => nameFinderOf(brands)(text),
  findFirstNames: ({ brands, texts }: WithBrands & { texts: string[] }) =>
    texts.map((text) => nameFinderOf(brands)(text)[0] ?? null),
  areNamed: ({ brands, texts }: WithBrands & { texts: string[] }) =>
    texts.map((text) => mentionFinderOf(brands)(text).length > 0),
  classifySources: ({ brands, sources }: WithBrands & { sources: Cited[] }) =>
    sources.map((source) => classifySource(source, sitesOf(brands))),
  findSuggestions,
}
export type ExtractionFunctions = typeof functions

parentPort?.on("message", ({ name, input }: Call) => {
  const call = functions[name as keyof typeof functions] as (input: unknown) => unknown
  parentPort?.postMessage(call(input))
})

const mentionFinderOf = memoize((brands: BrandNames[]) => mentionFinder(brands))
const nameFinderOf = memoize((brands: BrandNames[]) => nameFinder(brands))
const sitesOf = memoize((brands: BrandSites[]) => brands)

/**
 * Caches the results for the most recently used brands. Building a finder for 100 brands takes longer than using it.
 */
function memoize<Brands, Result>(compute: (brands: Brands) => Result): (brands: string) => Result {
  /** Least recently used first. */
  const results = new Map<string, Result>()
  return (brands) => {
    const result = results.get(brands) ?? compute(JSON.parse(brands))
    results.delete(brands)
    results.set(brands, result)
    const [oldest] = results.keys()
    if (results.size > maxCachedResults) results.delete(oldest as string)
    return result
  }
}
const maxCachedResults = 10
