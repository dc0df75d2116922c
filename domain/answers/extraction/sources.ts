/**
 * Deduplicates the sources of an answer by canonical URL. Assigns each to the brand that owns the site, and determines
 * its source type: your brand's, a competitor's, or a type of third party.
 */
import { z } from "zod"
import { inAscii } from "@/domain/kernel/text"
import { type CanonicalUrl, canonicalUrl, mainHost, unresolvedHost } from "./canonical-url"
import { knownType } from "./known-sites"

/** A source as the engine reported it: `cited` in the text, or only `retrieved` during the search. */
export type Source = { url: string; title: string | null; kind: "cited" | "retrieved" }

export type DistinctSource = Source & { canonical: CanonicalUrl; brand_id: string | null; source_class: SourceClass }

/**
 * Returns each page once, in the given order. Leaves out an engine's links to itself, and everything that is not a web
 * address. A page that is both cited and retrieved is returned as cited only.
 */
export function distinctSources(sources: readonly Source[], brands: readonly BrandSites[]): DistinctSource[] {
  const canonicalByUrl = new Map<string, CanonicalUrl | null>()
  const webSources = sources.flatMap((source) => {
    const canonical = canonicalOf(source, canonicalByUrl)
    return canonical ? [{ source, canonical }] : []
  })
  const cited = new Set(webSources.flatMap(({ source, canonical }) => (source.kind === "cited" ? canonical.url : [])))
  const seen = new Set<string>()
  return webSources.flatMap(({ source, canonical }) => {
    if (seen.has(canonical.url) || (source.kind === "retrieved" && cited.has(canonical.url))) return []
    seen.add(canonical.url)
    return [{ ...source, canonical, ...classifySource(canonical, brands) }]
  })
}

/**
 * Caches the result by URL, because cited pages usually appear among the retrieved ones too. The title matters only for
 * hidden targets.
 */
function canonicalOf({ url, title }: Source, canonicalByUrl: Map<string, CanonicalUrl | null>) {
  const cached = canonicalByUrl.get(url)
  const canonical = cached === undefined ? canonicalUrl(url) : cached
  canonicalByUrl.set(url, canonical)
  return title && canonical && canonical.host === unresolvedHost ? canonicalUrl(url, title) : canonical
}

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
export const sourceClass = z.enum(sourceClasses).meta({
  description:
    "The source type. `own`: your brand's pages. `competitor`: pages of tracked competitors. `corporate`: shops and other companies, including other brands of the project. `editorial`: magazines, product tests and news. `ugc`: user-generated content, such as forums and social networks. `reference`: encyclopedias and databases. `institutional`: public institutions, universities and professional bodies. `other`: all other sites.",
})
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
  const brand = brands.find((candidate) => isSiteOf(candidate, source))
  if (brand?.kind === "own" || brand?.kind === "competitor") return { brand_id: brand.id, source_class: brand.kind }
  // A site of a discovered brand counts as a company site.
  return { brand_id: brand?.id ?? null, source_class: brand ? "corporate" : thirdPartyType(source) }
}

/**
 * A brand's domain can be another host of a site, such as twitter.com, and it can be internationalized, such as
 * müller.de. Canonical addresses have the main host, in Punycode.
 */
function isSiteOf({ domains, domain_paths }: BrandSites, { host, url }: CanonicalUrl): boolean {
  if (
    domains.map((domain) => mainHost(inAscii(domain))).some((domain) => host === domain || host.endsWith(`.${domain}`))
  )
    return true
  if (domain_paths.length === 0) return false
  const address = url.replace(/^https?:\/\//, "")
  const paths = domain_paths.map((path) =>
    inAscii(path).replace(/^[^/]+/, (host) => mainHost(withoutWww(host.toLowerCase()))),
  )
  return paths.some((path) => address === path || address.startsWith(`${path}/`))
}

const withoutWww = (host: string) => host.replace(/^www\./, "")

/** Suffixes of governments, armies, universities and treaty organizations. */
const institutionalSuffix = /\.(?:gov|mil|edu|int)$|\.(?:gov|gob|gouv|go|ac|edu|nhs|mil)\.[a-z]{2}$/

/** Forums of companies and magazines, such as discussions.apple.com. */
const forumHost = /^(?:forums?|community|communities|discuss|discussions|answers)\./

function thirdPartyType({ host, registrable_domain: domain }: CanonicalUrl): SourceClass {
  const known = forumHost.test(host) ? "ugc" : knownType(host)
  if (known) return known
  if (institutionalSuffix.test(`.${domain}`)) return "institutional"
  return hostPatterns.find(([, pattern]) => pattern.test(host))?.[0] ?? "other"
}

/** Words in a host that show the type of a site that is not in the list. The first match decides. */
const hostPatterns: [SourceClass, RegExp][] = [
  ["ugc", /(?:^|[.-])(?:forum|forums|community|discuss|board|boards)[.-]|forum|community/],
  ["reference", /wiki|pedia|dictionary|encyclo/],
  [
    "institutional",
    /(?:foundation|association|institute|society|council|university|academy|museum)[a-z\d.-]{0,60}\.org$/,
  ],
  ["corporate", /^(?:shop|store|buy)\.|shop\.|store\.|outlet|warehouse|outfitters|supply\.|supplies\.|wholesale/],
  [
    "editorial",
    /^(?:blog|news|magazine)\.|review|magazin|mag\.|news|times|post\.|journal|gazette|tribune|herald|daily|weekly|guide|insider|digest|critic|expert|advis[eo]r|advice|blog|geek|lab\.|(?<!con|la|pro)test|(?<!al)best|compare|top10|(?<!f)rank/,
  ],
]
