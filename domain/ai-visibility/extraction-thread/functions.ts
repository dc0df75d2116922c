/** Functions that extraction threads can run. Each depends only on its input. */
import { distinctSources, type Source } from "../extraction/distinct-sources"
import { type BrandNames, mentionFinder, nameFinder } from "../extraction/mentions"
import { type BrandSites, classifySource } from "../extraction/source-class"
import { findSuggestions } from "../suggestions/find-suggestions"

/** The project's brands as JSON. A string is a cheap cache key, and most calls repeat the brands of an earlier call. */
type WithBrands = { brands: string }
type Cited = Parameters<typeof classifySource>[0]

export const functions = {
  readAnswer: ({ brands, text, sources }: WithBrands & { text: string; sources: Source[] }) => ({
    mentions: mentionFinderOf(brands)(text),
    sources: distinctSources(sources, sitesOf(brands)),
  }),
  findMentions: ({ brands, text }: WithBrands & { text: string }) => mentionFinderOf(brands)(text),
  findNames: ({ brands, text }: WithBrands & { text: string }) => nameFinderOf(brands)(text),
  areNamed: ({ brands, texts }: WithBrands & { texts: string[] }) =>
    texts.map((text) => mentionFinderOf(brands)(text).length > 0),
  classifySources: ({ brands, sources }: WithBrands & { sources: Cited[] }) =>
    sources.map((source) => classifySource(source, sitesOf(brands))),
  findSuggestions,
}
export type ExtractionFunctions = typeof functions

const mentionFinderOf = remembered((brands: BrandNames[]) => mentionFinder(brands))
const nameFinderOf = remembered((brands: BrandNames[]) => nameFinder(brands))
const sitesOf = remembered((brands: BrandSites[]) => brands)

/** Caches the results for the most recently used brands. Building a finder for 100 brands takes longer than using it. */
function remembered<Brands, Made>(make: (brands: Brands) => Made): (brands: string) => Made {
  const made = new Map<string, Made>()
  return (brands) => {
    const found = made.get(brands) ?? make(JSON.parse(brands))
    made.delete(brands)
    made.set(brands, found)
    const [oldest] = made.keys()
    if (made.size > maxRemembered) made.delete(oldest as string)
    return found
  }
}
const maxRemembered = 10
