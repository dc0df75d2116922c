/**
 * Deduplicates the sources of an answer by canonical URL. Assigns each to the brand that owns the site, and determines
 * its source type: your brand's, a competitor's, or a type of third party.
 */

import { z } from "zod"
import { type CanonicalUrl, canonicalUrl, unresolvedHost } from "./canonical-url"

/** A source as the engine reported it: `cited` in the text, or only `retrieved` during the search. */
export type Source = { url: string; title: string | null; kind: "cited" | "retrieved" }

export type DistinctSource = Source & { canonical: CanonicalUrl; brand_id: string | null; source_class: SourceClass }

/**
 * Returns each page once, in the given order, without an engine's links to itself and without everything that is no web
 * address. A page that the answer cites is not returned as retrieved too.
 */
export function distinctSources(sources: readonly Source[], brands: readonly BrandSites[]): DistinctSource[] {
  const known = new Map<string, CanonicalUrl | null>()
  const found = sources.flatMap((source) => {
    const canonical = canonicalOf(source, known)
    return canonical ? [{ source, canonical }] : []
  })
  const cited = new Set(found.flatMap(({ source, canonical }) => (source.kind === "cited" ? canonical.url : [])))
  const seen = new Set<string>()
  return found.flatMap(({ source, canonical }) => {
    if (seen.has(canonical.url) || (source.kind === "retrieved" && cited.has(canonical.url))) return []
    seen.add(canonical.url)
    return [{ ...source, canonical, ...classifySource(canonical, brands) }]
  })
}

/**
 * Caches the result by URL, because cited pages usually appear among the retrieved ones too. The title matters only for
 * hidden targets.
 */
function canonicalOf({ url, title }: Source, known: Map<string, CanonicalUrl | null>) {
  const found = known.get(url)
  const canonical = found === undefined ? canonicalUrl(url) : found
  known.set(url, canonical)
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
  const brand = brands.find((b) => isSiteOf(b, source))
  if (brand?.kind === "own" || brand?.kind === "competitor") return { brand_id: brand.id, source_class: brand.kind }
  // A site of a discovered brand counts as a company site.
  return { brand_id: brand?.id ?? null, source_class: brand ? "corporate" : thirdPartyType(source) }
}

function isSiteOf({ domains, domain_paths }: BrandSites, { host, url }: CanonicalUrl): boolean {
  if (domains.some((domain) => host === domain || host.endsWith(`.${domain}`))) return true
  if (domain_paths.length === 0) return false
  const address = url.replace(/^https?:\/\//, "")
  return domain_paths.some((path) => address === path || address.startsWith(`${path}/`))
}

/** Suffixes of governments, armies, universities and treaty organizations. */
const institutionalSuffix = /\.(?:gov|mil|edu|int)$|\.(?:gov|gob|gouv|go|ac|edu|nhs|mil)\.[a-z]{2}$/

function thirdPartyType({ host, registrable_domain: domain }: CanonicalUrl): SourceClass {
  const known = knownSites.get(domain)
  if (known) return known
  if (institutionalSuffix.test(`.${domain}`)) return "institutional"
  return hostPatterns.find(([, pattern]) => pattern.test(host))?.[0] ?? "other"
}

/** Words in a host that show the type of a site that is not in the list. The first match decides. */
const hostPatterns: [SourceClass, RegExp][] = [
  ["ugc", /(?:^|[.-])(?:forum|forums|community|discuss|board|boards)[.-]|forum|community/],
  ["reference", /wiki|pedia|dictionary|encyclo/],
  ["corporate", /^(?:shop|store|buy)\.|shop\.|store\.|outlet/],
  [
    "editorial",
    /^(?:blog|news|magazine)\.|review|magazin|mag\.|news|times|post\.|journal|gazette|tribune|herald|daily|weekly|guide|insider|digest|critic|expert|advis[eo]r|blog|geek|lab\.|test|best|compare|top10|rank/,
  ],
]

/**
 * Source types of sites that answers often cite. The suffix or a word in the host classifies other sites, and the rest
 * is "other".
 */
const sites = {
  ugc: `reddit.com quora.com youtube.com youtu.be facebook.com instagram.com tiktok.com x.com twitter.com pinterest.com linkedin.com medium.com
    stackexchange.com stackoverflow.com trustpilot.com yelp.com tripadvisor.com producthunt.com head-fi.org avsforum.com home-barista.com`,
  reference: "wikipedia.org wikihow.com britannica.com investopedia.com merriam-webster.com wikidata.org fandom.com",
  institutional:
    "who.int europa.eu un.org ada.org ncoa.org sleepfoundation.org mayoclinic.org clevelandclinic.org consumerfinance.gov",
  corporate: `amazon.com bestbuy.com walmart.com target.com homedepot.com lowes.com costco.com ebay.com etsy.com wayfair.com rei.com
    dickssportinggoods.com macys.com samsclub.com newegg.com bhphotovideo.com crateandbarrel.com williams-sonoma.com surlatable.com backcountry.com`,
  editorial: `nytimes.com theguardian.com forbes.com cnn.com cnbc.com bbc.com bbc.co.uk washingtonpost.com wsj.com usatoday.com usnews.com nypost.com
    nymag.com thesun.co.uk the-sun.com people.com gq.com vogue.com wired.com theverge.com cnet.com zdnet.com techradar.com tomsguide.com pcmag.com
    laptopmag.com engadget.com techadvisor.com soundguys.com rtings.com whathifi.com consumerreports.org businessinsider.com menshealth.com
    womenshealthmag.com runnersworld.com goodhousekeeping.com thespruce.com thespruceeats.com seriouseats.com epicurious.com foodandwine.com
    bonappetit.com foodnetwork.com allrecipes.com bhg.com realsimple.com travelandleisure.com cntraveler.com outdoorgearlab.com techgearlab.com
    switchbacktravel.com bettertrail.com nerdwallet.com bankrate.com creditkarma.com lendingtree.com financebuzz.com kiplinger.com thepointsguy.com
    caranddriver.com motortrend.com edmunds.com kbb.com autocar.co.uk topgear.com evmagazine.com sleepopolis.com mattressclarity.com naplab.com
    electricteeth.com dentaly.org toptenreviewed.com toptenreviews.com bobvila.com thisoldhouse.com popularmechanics.com coffeegeek.com coffeeness.de
    massagegunadvice.com packhacker.com hiconsumption.com bustle.com thecut.com refinery29.com`,
} as const

export const knownSites = new Map(
  Object.entries(sites).flatMap(([kind, list]) =>
    list.split(/\s+/).map((domain) => [domain, kind as keyof typeof sites] as const),
  ),
)
