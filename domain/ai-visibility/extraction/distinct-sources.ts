/** The pages behind an answer: each once, by its canonical address, with whose site it is. */
import { type CanonicalUrl, canonicalUrl, hidesItsTarget } from "./canonical-url"
import { type BrandSites, classifySource, type SourceClass } from "./source-class"

/** As an engine gave it; `cited` in the text, or only `retrieved` on the way to it. */
export type Source = { url: string; title: string | null; kind: "cited" | "retrieved" }

export type DistinctSource = Source & { canonical: CanonicalUrl; brand_id: string | null; source_class: SourceClass }

/** In the order given. What is no address of a page, and links of the engine itself, are left out. */
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

/** What is cited was retrieved before: most addresses come twice, and their titles hardly ever matter. */
function canonicalOf({ url, title }: Source, known: Map<string, CanonicalUrl | null>) {
  const found = known.get(url)
  const canonical = found === undefined ? canonicalUrl(url) : found
  known.set(url, canonical)
  return title && canonical && hidesItsTarget(canonical.host) ? canonicalUrl(url, title) : canonical
}
