/**
 * Maps cited URLs to one canonical URL per page, without tracking, fragments, redirectors and AMP, so that citations
 * can be counted.
 */
import { getDomain, parse } from "tldts"
import { compareText, withoutTrailing } from "@/domain/kernel/text"
import { maxUrlCharacters } from "../answer-limits"
import { ampTarget, isAmpParameter, withoutAmp } from "./amp"
import { knownType } from "./known-sites"
import { wrappedPage } from "./wrapped-pages"

export type CanonicalUrl = {
  url: string
  host: string
  /**
   * Registrable domain. Private suffixes count as suffixes: shop.example.co.uk -> example.co.uk, ada.github.io ->
   * ada.github.io.
   */
  registrable_domain: string
}

/**
 * Returns the canonical form of `raw`, or null when it is no web address, too long, or an engine's link to itself.
 * `title` provides the host when an engine hides the target URL. Applying the function twice changes nothing.
 */
export function canonicalUrl(raw: string, title = ""): CanonicalUrl | null {
  const url = raw.length <= maxUrlCharacters ? parseAddress(raw) : null
  if (!url || isEnginesOwnLink(url)) return null
  const target = redirectTarget(url) ?? wrappedTarget(url) ?? ampTarget(url)
  if (target) return canonicalUrl(target)
  const host = withoutHostPrefix(url.hostname)
  const page = youtubeVideo(host, url) ?? amazonProduct(mainHost(host), url) ?? mainPage(mainHost(host), url)
  const port = /^(?:80|443)?$/.test(url.port) ? "" : `:${url.port}`
  // Pages on the usual ports count under https, because most sites redirect http to it.
  const origin = `${port ? url.protocol : "https:"}//${page.host}${port}`
  const namedHost = hidesItsTarget(host) ? (hostIn(title) ?? unresolvedHost) : page.host
  return {
    url: shortenUrl(origin, page.path, page.query),
    host: namedHost,
    registrable_domain: registrableDomain(namedHost),
  }
}

const mainPage = (host: string, url: URL) => ({
  host,
  path: withoutAmp(normalizePath(url), knownType(host) === "editorial"),
  query: queryWithoutTracking(host, url),
})

/** Host and domain of a page that an engine hides, if the source's title does not name them either. */
export const unresolvedHost = "unresolved"

/** IP addresses and names without a public suffix are returned unchanged. */
const registrableDomain = (host: string) => getDomain(host, { allowPrivateDomains: true }) ?? host

/** Parses a web address. Without a scheme (`example.com/a`, `//example.com/a`), its host needs an ICANN suffix. */
function parseAddress(raw: string): URL | null {
  const text = raw.trim().replaceAll("&amp;", "&")
  const url = URL.parse(text)
  return url && /^https?:$/.test(url.protocol) && url.hostname ? url : parseWithoutScheme(text)
}

function parseWithoutScheme(text: string): URL | null {
  const isHostFirst = /^(?:\/\/)?(?:[\p{L}\p{M}\p{N}-]+\.)+[\p{L}\p{M}\p{N}-]+(?::\d+)?(?:[/?#]|$)/u.test(text)
  const url = isHostFirst ? URL.parse(`https://${text.replace(/^\/\//, "")}`) : null
  return url && hasIcannSuffix(url.hostname) ? url : null
}

/** False for texts that only look like hosts, such as "node.js" and "e.g". */
const hasIcannSuffix = (host: string) => parse(host).isIcann === true && getDomain(host) !== null

/**
 * Removes a trailing dot, and labels of mobile and AMP versions ("m.", "en.m.wikipedia.org"), as long as the
 * registrable domain stays the same: m.me is no mobile version of me.
 */
function withoutHostPrefix(hostname: string): string {
  const host = withoutTrailing(hostname, ".")
  const bare = host.replace(/^(?:www\d?|m|mobile|mbasic|touch|wap|3g|amp)\./, "").replace(/^([a-z\d-]+)\.m\./, "$1.")
  const domain = getDomain(host, { allowPrivateDomains: true })
  const isSameSite = domain !== null && domain === getDomain(bare, { allowPrivateDomains: true })
  return bare !== host && isSameSite ? withoutHostPrefix(bare) : host
}

/** Hosts that show the same pages as the main one. */
const sameHosts: [host: RegExp, main: string][] = [
  [/^(?:youtu\.be|youtube-nocookie\.com)$/, "youtube.com"],
  [/^(?:old|new|np|i|sh)\.reddit\.com$/, "reddit.com"],
  [/^web\.facebook\.com$/, "facebook.com"],
  [/^twitter\.com$/, "x.com"],
  [/^smile\.(amazon\.[a-z.]+)$/, "$1"],
]

/** Returns the host under which canonical addresses list the pages of `host`. */
export function mainHost(host: string): string {
  const found = sameHosts.find(([pattern]) => pattern.test(host))
  return found ? host.replace(...found) : host
}

/**
 * Normalizes percent-encoding (RFC 3986, 6.2.2): decodes letters, digits and -._~, and uppercases other escapes (%2f to
 * %2F).
 */
const normalizePath = (url: URL) => withoutTrailing(url.pathname.replaceAll(/%[0-9a-f]{2}/gi, normalizeEscape), "/")

function normalizeEscape(escaped: string): string {
  const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16))
  return /[\w.~-]/.test(character) ? character : escaped.toUpperCase()
}

/**
 * Parameters of analytics, advertising, newsletter and shop tools, which do not change the page. Names that other sites
 * use for content, such as cid, are not in the list.
 */
const trackingNames = new Set(
  `gclid gclsrc gbraid wbraid dclid srsltid _ga _gl _gsid ved usg usqp sca_esv fbclid igshid igsh msclkid yclid ysclid ttclid twclid li_fat_id rdt_cid
  epik scid hsctatracking mkt_tok mc_cid mc_eid _ke dm_i __s wickedid icid cmpid s_cid s_kwcid ef_id guccounter ref ref_ ref_src
  smid ocid irclickid irgwc spm mkcid mkevt mkrid _trkparms _trksid _pos _psq _ss _branch_match_id
  sc_cid sc_campaign sc_channel ns_mchannel ns_source ns_campaign ns_linkname ns_fee xtor cjevent awc ranmid raneaid ransiteid
  _kx _bhlid ck_subscriber_id hss_channel _cldee mibextid tblci dicbo _openstat syclid ncid sscid sccid clickid`.split(
    /\s+/,
  ),
)
const trackingPrefixes =
  "utm_ utm- gad_ _ga_ _gac _gcl gaa_ fb_ hsa_ _hs __hs vero_ oly_ elq _bta_ pk_ mtm_ piwik_ matomo_ at_ trk guce_ amp_ __amp_ _x_tr_ itm_ wt_mc wt.mc ml_subscriber".split(
    " ",
  )

/** Parameters that are tracking on one site only. Other sites use these names for content. */
const siteTracking: [host: RegExp, names: RegExp][] = [
  [/^x\.com$/, /^(?:s|t)$/],
  [/(?:^|\.)reddit\.com$/, /^(?:rdt|share_id)$/],
  [/(?:^|\.)(?:youtube|spotify)\.com$/, /^si$/],
  [/(?:^|\.)linkedin\.com$/, /^rcm$/],
  [/(?:^|\.)tiktok\.com$/, /^(?:is_from_webapp|sender_device)$/],
]

function isTracking(host: string, name: string): boolean {
  const lower = name.toLowerCase()
  if (trackingNames.has(lower) || trackingPrefixes.some((prefix) => lower.startsWith(prefix))) return true
  return siteTracking.some(([site, names]) => site.test(host) && names.test(lower))
}

function queryWithoutTracking(host: string, url: URL): string {
  const remaining = [...url.searchParams].filter(
    ([name, value]) => !isTracking(host, name) && !isAmpParameter(name, value),
  )
  return new URLSearchParams(remaining.sort(byNameAndValue)).toString()
}

const byNameAndValue = (a: [string, string], b: [string, string]) => compareText(a[0], b[0]) || compareText(a[1], b[1])

/** In characters. Longer URLs could not be indexed, so they lose first the query and then the path. */
const maxLength = 2_000

function shortenUrl(origin: string, path: string, query: string): string {
  const forms = [origin + path + (query && `?${query}`), origin + path, origin]
  return forms.find((form) => form.length <= maxLength) ?? origin
}

/** True for hosts that hide the page behind their own address. Only the source's title can name the page's host. */
const hidesItsTarget = (host: string) => host === "vertexaisearch.cloud.google.com"

/**
 * Returns the host that a title names: "example.com", "https://example.com/x", "example.com › blog" or
 * "Best CRM - example.com". Internationalized names are returned in ASCII, as in addresses.
 */
function hostIn(title: string): string | null {
  const hosts = [title, title.split(/[›»]/, 1).join("")].flatMap((text) => {
    const lastPart = text.split(/\s[|·•–—-]\s/).at(-1) ?? ""
    const host = parseAddress(lastPart)?.hostname
    return host && hasIcannSuffix(host) && !fileOrFramework.test(host) ? mainHost(withoutHostPrefix(host)) : []
  })
  return hosts[0] ?? null
}

/** README.md, deploy.sh and ASP.NET are files and frameworks, although .md, .sh and .net are suffixes of hosts. */
const fileOrFramework = /^(?:[\w-]+\.(?:md|sh)|a(?:sp|do)\.net)$/u

/** Links of engines to themselves: pattern for the host, and pattern for the path. /^/ matches every path. */
const ownLinks: [host: RegExp, path: RegExp][] = [
  [/(?:^|\.)chatgpt\.com$/, /^/],
  [/^chat\.openai\.com$/, /^/],
  [/(?:^|\.)perplexity\.ai$/, /^\/(?:search|page)(?:\/|$)/],
  [/^(?:www\.)?google\.[a-z.]+$/, /^\/(?:search|aimode|ai)(?:\/|$)/],
  [/^(?:www\.)?bing\.com$/, /^\/(?:search|chat)(?:\/|$)/],
  [/^(?:gemini\.google\.com|copilot\.microsoft\.com|claude\.ai)$/, /^/],
]

/** True for pages of the engine itself, for example `https://chatgpt.com/?hints=search&q=…`. */
const isEnginesOwnLink = ({ hostname, pathname }: URL) =>
  ownLinks.some(([host, path]) => host.test(hostname) && path.test(pathname))

/** Redirectors: pattern for the host, pattern for the path, and the query parameters that can hold the target. */
const redirectors: [host: RegExp, path: RegExp, parameters: string[]][] = [
  [/^(?:www\.)?google\.[a-z.]+$/, /^\/url$/, ["q", "url"]],
  [/^(?:www\.)?google\.[a-z.]+$/, /^\/imgres$/, ["imgrefurl"]],
  [/^(?:www\.)?(?:google\.[a-z.]+|googleadservices\.com)$/, /^(?:\/pagead)?\/aclk$/, ["adurl"]],
  [/^translate\.google\.[a-z.]+$/, /^\/(?:translate|website)$/, ["u"]],
  [/^(?:www\.)?bing\.com$/, /^\/ck\/a$/, ["u"]],
  [/^(?:l|lm)\.(?:facebook|instagram)\.com$/, /^\/(?:l\.php)?$/, ["u"]],
  [/^(?:www\.)?duckduckgo\.com$/, /^\/l\/?$/, ["uddg"]],
  [/^(?:(?:www|m)\.)?youtube\.com$/, /^\/redirect$/, ["q"]],
  [/^(?:www\.)?linkedin\.com$/, /^\/(?:safety\/go|redir\/redirect)\/?$/, ["url"]],
  [/^out\.reddit\.com$/, /^/, ["url"]],
  [/^slack-redir\.net$/, /^/, ["url"]],
  [/^vertexaisearch\.cloud\.google\.com$/, /^\/grounding-api-redirect/, ["url"]],
]

/** Returns the target of a redirector, or null. */
function redirectTarget({ hostname, pathname, searchParams }: URL): string | null {
  const found = redirectors.find(([host, path]) => host.test(hostname) && path.test(pathname))
  const targets = found?.[2].map((name) => decodeBingTarget(searchParams.get(name) ?? "")) ?? []
  const addresses = targets.filter((target) => parseAddress(target))
  return addresses.find((address) => /^https?:/i.test(address)) ?? addresses[0] ?? null
}

/** Returns the target of a site that wraps pages in its own host or path. */
function wrappedTarget(url: URL): string | null {
  const target = wrappedPage(url)
  return target !== null && parseAddress(target) ? target : null
}

/** All addresses of a YouTube video have one form: youtube.com/watch?v=<id>. */
function youtubeVideo(host: string, { pathname, searchParams }: URL) {
  const id = youtubeVideoId(host, pathname, searchParams)
  const isPlayer = id === "videoseries" || id === "live_stream" // /embed/ followed by a playlist or channel
  return id && !isPlayer
    ? { host: "youtube.com", path: "/watch", query: new URLSearchParams({ v: id }).toString() }
    : null
}

/**
 * `youtu.be/<id>`, `youtube.com/watch?v=<id>`, or `youtube.com/embed/<id>` and the like. Null for other addresses, such
 * as YouTube Music's own pages.
 */
function youtubeVideoId(host: string, pathname: string, searchParams: URLSearchParams): string | null {
  const [, first = "", second = ""] = pathname.split("/")
  if (host === "youtu.be") return first
  if (!/^(?:(?:music\.)?youtube|youtube-nocookie)\.com$/.test(host)) return null
  if (first === "watch") return searchParams.get("v")
  return /^(?:embed|e|v|shorts|live)$/.test(first) ? second : null
}

/** All addresses of an Amazon product have one form: amazon.com/dp/<ASIN>. Every ASIN contains a digit. */
function amazonProduct(host: string, { pathname }: URL) {
  const [, asin = ""] = /\/(?:dp|gp\/product|gp\/aw\/d)\/((?=[a-z]*\d)[a-z\d]{10})(?:\/|$)/i.exec(pathname) ?? []
  return asin && /^amazon\.[a-z.]+$/.test(host) ? { host, path: `/dp/${asin.toUpperCase()}`, query: "" } : null
}

/** Bing encodes the target as `a1` followed by base64url. */
const decodeBingTarget = (value: string) =>
  value.startsWith("a1") ? Buffer.from(value.slice(2), "base64url").toString() : value
