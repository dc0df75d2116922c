/** Classifies a cited site: the own brand's, a competitor's, or a type of third party. */
import type { CanonicalUrl } from "./canonical-url"
import { knownSites } from "./known-sites"

export const sourceClasses = [
  "own",
  "competitor",
  "editorial",
  "ugc",
  "reference",
  "institutional",
  "corporate",
  "other",
] as const
export type SourceClass = (typeof sourceClasses)[number]

export type BrandSites = {
  id: string
  kind: string
  domains: readonly string[]
  /** Paths on hosts that several brands share, as `host/path`. */
  domain_paths: readonly string[]
}

/** Returns the brand that owns the site of `source`, and the source type. */
export function classifySource(
  source: CanonicalUrl,
  brands: readonly BrandSites[],
): { brand_id: string | null; source_class: SourceClass } {
  const brand = brands.find((b) => isSiteOf(b, source))
  if (brand?.kind === "own" || brand?.kind === "competitor") return { brand_id: brand.id, source_class: brand.kind }
  return { brand_id: brand?.id ?? null, source_class: brand ? "corporate" : thirdParty(source.registrable_domain) }
}

function isSiteOf({ domains, domain_paths }: BrandSites, { host, url }: CanonicalUrl): boolean {
  if (domains.some((domain) => host === domain || host.endsWith(`.${domain}`))) return true
  if (domain_paths.length === 0) return false
  const address = url.replace(/^https?:\/\//, "")
  return domain_paths.some((path) => address === path || address.startsWith(`${path}/`))
}

/** Suffixes of governments, armies, universities and treaty organizations. */
const institution = /\.(?:gov|mil|edu|int)$|\.(?:gov|gob|gouv|go|ac|edu|nhs|mil)\.[a-z]{2}$/

const thirdParty = (domain: string): SourceClass =>
  knownSites.get(domain) ?? (institution.test(`.${domain}`) ? "institutional" : "other")
