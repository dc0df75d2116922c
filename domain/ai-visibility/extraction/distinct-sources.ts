/** Deduplicates the sources of an answer by canonical URL and assigns each to the brand that owns the site. */
import { type CanonicalUrl, canonicalUrl, hidesItsTarget } from "./canonical-url"
import { type BrandSites, classifySource, type SourceClass } from "./source-class"

/** A source as the engine reported it: `cited` in the text, or only `retrieved` during the search. */
export type Source = { url: string; title: string | null; kind: "cited" | "retrieved" }

export type DistinctSource = Source & { canonical: CanonicalUrl; brand_id: string | null; source_class: SourceClass }

/** Keeps the given order. Drops an engine's links to itself and everything that is no web address. */
export function distinctSources(sources: readonly Source[], brands: readonly BrandSites[]): DistinctSource[] {
  const seen = new Set<string>()
  const known = new Map<string, CanonicalUrl | null>()
  return sources.flatMap((source) => {
    const canonical = canonicalOf(source, known)
    const key = `${source.kind} ${canonical?.url}`
    if (!canonical || seen.has(key)) return []
    seen.add(key)
    return [{ ...source, canonical, ...classifySource(canonical, brands) }]
  })
}

/** Caches the result by URL, because cited pages usually appear among the retrieved ones too. The title matters only for hidden targets. */
function canonicalOf({ url, title }: Source, known: Map<string, CanonicalUrl | null>) {
  const found = known.get(url)
  const canonical = found === undefined ? canonicalUrl(url) : found
  known.set(url, canonical)
  return title && canonical && hidesItsTarget(canonical.host) ? canonicalUrl(url, title) : canonical
}
