/**
 * Maps cited URLs to one canonical URL per page, without tracking, fragments, redirectors and AMP, so that citations
 * can be counted.
 */
import { getDomain } from "tldts"
import { withoutTrailing } from "@/domain/kernel/base-url"
import { maxUrlCharacters } from "../answer-limits"

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
  const url = raw.length <= maxUrlCharacters ? parse(raw) : null
  if (!url || isEnginesOwnLink(url)) return null
  const target = redirectTarget(url) ?? ampTarget(url)
  if (target !== null && parse(target)) return canonicalUrl(target)
  const host = withoutHostPrefix(url.hostname)
  const page = youtubeVideo(host, url) ?? { host, path: withoutAmp(path(url)), query: query(url) }
  const origin = `${url.port ? url.protocol : "https:"}//${page.host}${url.port && `:${url.port}`}`
  const namedHost = hidesItsTarget(host) ? (hostIn(title) ?? unresolvedHost) : page.host
  return {
    url: shortenUrl(origin, page.path, page.query),
    host: namedHost,
    registrable_domain: registrableDomain(namedHost),
  }
}

/** Host and domain of a page that an engine hides, if the source's title does not name them either. */
export const unresolvedHost = "unresolved"

/** IP addresses and names without a public suffix are returned unchanged. */
const registrableDomain = (host: string) => getDomain(host, { allowPrivateDomains: true }) ?? host

function parse(raw: string): URL | null {
  const url = URL.parse(raw.trim().replaceAll("&amp;", "&"))
  return url && /^https?:$/.test(url.protocol) && url.hostname ? url : null
}

/**
 * Removes a trailing dot, and labels of mobile and AMP versions ("m.", "en.m.wikipedia.org"), as long as a registrable
 * domain remains.
 */
function withoutHostPrefix(hostname: string): string {
  const host = withoutTrailing(hostname, ".")
  const bare = host.replace(/^(?:www\d?|m|mobile|touch|amp)\./, "").replace(/^([a-z]{2,3})\.m\./, "$1.")
  return bare !== host && getDomain(bare, { allowPrivateDomains: true }) ? withoutHostPrefix(bare) : host
}

/**
 * Normalizes percent-encoding (RFC 3986, 6.2.2): decodes letters, digits and -._~, and uppercases other escapes (%2f to
 * %2F).
 */
const path = (url: URL) => withoutTrailing(url.pathname.replaceAll(/%[0-9a-f]{2}/gi, normalizeEscape), "/")

function normalizeEscape(escaped: string): string {
  const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16))
  return /[\w.~-]/.test(character) ? character : escaped.toUpperCase()
}

/** Parameters of analytics, advertising and newsletter tools and of AMP, which do not change the page. */
const trackingNames = new Set(
  `gclid gclsrc gbraid wbraid dclid srsltid _ga _gl _gsid ved usg sca_esv fbclid igshid igsh msclkid yclid ysclid ttclid twclid li_fat_id rdt_cid
  epik scid hsctatracking mkt_tok mc_cid mc_eid _ke dm_i __s wickedid icid cmpid cid s_cid s_kwcid ef_id guccounter ref ref_src amp
  outputtype`.split(/\s+/),
)
const trackingPrefixes =
  "utm_ gad_ _gac fb_ hsa_ _hs __hs vero_ oly_ elq _bta_ pk_ mtm_ piwik_ matomo_ at_ trk guce_ amp_".split(" ")

function isTracking(name: string): boolean {
  const lower = name.toLowerCase()
  return trackingNames.has(lower) || trackingPrefixes.some((prefix) => lower.startsWith(prefix))
}

function query(url: URL): string {
  const remaining = [...url.searchParams].filter(([name]) => !isTracking(name))
  return new URLSearchParams(remaining.sort(byNameAndValue)).toString()
}

const byNameAndValue = (a: [string, string], b: [string, string]) => compare(a[0], b[0]) || compare(a[1], b[1])
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** In characters. Longer URLs could not be indexed, so they lose first the query and then the path. */
const maxLength = 2_000

function shortenUrl(origin: string, path: string, query: string): string {
  const forms = [origin + path + (query && `?${query}`), origin + path, origin]
  return forms.find((form) => form.length <= maxLength) ?? origin
}

/** True for hosts that hide the page behind their own address. Only the source's title can name the page's host. */
const hidesItsTarget = (host: string) => host === "vertexaisearch.cloud.google.com"

function hostIn(title: string) {
  const host = title.trim().toLowerCase()
  return /^[a-z0-9.-]+$/.test(host) && getDomain(host) ? withoutHostPrefix(host) : null
}

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
  [/^(?:www\.)?bing\.com$/, /^\/ck\/a$/, ["u"]],
  [/^(?:l|lm)\.(?:facebook|instagram)\.com$/, /^\/(?:l\.php)?$/, ["u"]],
  [/^(?:www\.)?duckduckgo\.com$/, /^\/l\/?$/, ["uddg"]],
  [/^vertexaisearch\.cloud\.google\.com$/, /^\/grounding-api-redirect/, ["url"]],
]

/** Returns the target of a redirector, or null. */
function redirectTarget({ hostname, pathname, searchParams }: URL): string | null {
  const found = redirectors.find(([host, path]) => host.test(hostname) && path.test(pathname))
  const value = found?.[2].map((name) => searchParams.get(name)).find((target) => target)
  return value ? decodeBingTarget(value) : null
}

/**
 * Returns the original of a page in an AMP cache: google.com/amp/s/<address> and
 * <host>.cdn.ampproject.org/c/s/<address>.
 */
function ampTarget({ hostname, pathname, search }: URL): string | null {
  const isCache = hostname.endsWith(".ampproject.org") || /^(?:www\.)?google\.[a-z.]+$/.test(hostname)
  const found = isCache ? /^\/(?:amp|[a-z]{1,2})\/(s\/)?([^/.]+\..*)$/.exec(pathname) : null
  return found ? `http${found[1] ? "s" : ""}://${found[2]}${search}` : null
}

/** Removes a final `/amp` or `.amp` of the path. */
const withoutAmp = (path: string) => withoutTrailing(path.replace(/(?:\/amp|\.amp)$/i, ""), "/")

/** All addresses of a YouTube video have one form: youtube.com/watch?v=<id>. */
function youtubeVideo(host: string, { pathname, searchParams }: URL) {
  const [, first = "", second = ""] = pathname.split("/")
  const isYoutube = host === "youtube.com" || host === "youtube-nocookie.com"
  const inPath = host === "youtu.be" ? first : isYoutube && /^(?:embed|v|shorts|live)$/.test(first) ? second : ""
  const id = inPath || (isYoutube && first === "watch" ? searchParams.get("v") : "")
  return id ? { host: "youtube.com", path: "/watch", query: new URLSearchParams({ v: id }).toString() } : null
}

/** Bing encodes the target as `a1` followed by base64url. */
const decodeBingTarget = (value: string) =>
  value.startsWith("a1") ? Buffer.from(value.slice(2), "base64url").toString() : value
