/**
 * Maps cited URLs to one canonical URL per page, so that citations can be counted. Follows redirectors, and removes
 * fragments, tracking parameters and AMP marks.
 */
import { getDomain, parse } from "tldts"
import { compareText, withoutTrailing } from "@/domain/kernel/text"
import { maxUrlCharacters } from "../answer-limits"
import { ampTarget, isAmpParameter, withoutAmp } from "./amp"
import { knownType } from "./known-sites"
import { isTrackingParameter } from "./tracking"
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
 * `title` provides the host when an engine hides the target URL. The rules are applied until they change nothing,
 * because some recognize only the canonical form of an address: m.google.com/url/ is google.com/url.
 */
export function canonicalUrl(raw: string, title = ""): CanonicalUrl | null {
  const url = raw.length <= maxUrlCharacters ? parseAddress(raw) : null
  if (!url || isEngineLink(url)) return null
  const target = redirectTarget(url) ?? wrappedTarget(url) ?? ampTarget(url)
  if (target) return canonicalUrl(target)
  const host = withoutHostPrefix(url.hostname)
  // youtubeVideo gets the alias, because the paths of youtu.be have another form.
  const page = youtubeVideo(host, url) ?? amazonProduct(mainHost(host), url) ?? mainPage(mainHost(host), url)
  const port = /^(?:80|443)?$/.test(url.port) ? "" : `:${url.port}`
  // Pages on the usual ports count under https, because most sites redirect http to it.
  const origin = `${port ? url.protocol : "https:"}//${page.host}${port}`
  const canonical = shortenUrl(origin, page.path, page.query)
  if (canonical !== raw) return canonicalUrl(canonical, title)
  const pageHost = hidesItsTarget(host) ? (hostIn(title) ?? unresolvedHost) : page.host
  return { url: canonical, host: pageHost, registrable_domain: registrableDomain(pageHost) }
}

const mainPage = (host: string, url: URL) => ({
  host,
  path: withoutAmp(normalizePath(url), knownType(host) === "editorial"),
  query: queryWithoutTracking(host, url),
})

/** The host and domain of a page when an engine hides its URL and the title of the source names no host. */
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
 * Removes a trailing dot, "www.", and labels of mobile and AMP versions ("m.", "en.m.wikipedia.org"), as long as the
 * registrable domain stays the same: m.me is no mobile version of me.
 */
function withoutHostPrefix(hostname: string): string {
  const host = withoutTrailing(hostname, ".")
  const bare = host.replace(/^(?:www\d?|m|mobile|mbasic|touch|wap|3g|amp)\./, "").replace(/^([a-z\d-]+)\.m\./, "$1.")
  const domain = getDomain(host, { allowPrivateDomains: true })
  const isSameSite = domain !== null && domain === getDomain(bare, { allowPrivateDomains: true })
  return bare !== host && isSameSite ? withoutHostPrefix(bare) : host
}

/** Hosts that show the same pages as a main host. */
const hostAliases: [host: RegExp, main: string][] = [
  [/^(?:youtu\.be|youtube-nocookie\.com)$/, "youtube.com"],
  [/^(?:old|new|np|i|sh)\.reddit\.com$/, "reddit.com"],
  [/^web\.facebook\.com$/, "facebook.com"],
  [/^twitter\.com$/, "x.com"],
  [/^smile\.(amazon\.[a-z.]+)$/, "$1"],
]

/** Returns the main host of an alias (old.reddit.com -> reddit.com). Other hosts are returned unchanged. */
export function mainHost(host: string): string {
  const found = hostAliases.find(([pattern]) => pattern.test(host))
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

function queryWithoutTracking(host: string, url: URL): string {
  const remaining = [...url.searchParams].filter(
    ([name, value]) => !isTrackingParameter(host, name) && !isAmpParameter(name, value),
  )
  return new URLSearchParams(remaining.sort(byNameAndValue)).toString()
}

const byNameAndValue = (a: [string, string], b: [string, string]) => compareText(a[0], b[0]) || compareText(a[1], b[1])

/** In characters. Postgres cannot index longer URLs. `shortenUrl` removes their query, and if necessary their path. */
const maxLength = 2_000

function shortenUrl(origin: string, path: string, query: string): string {
  const forms = [origin + path + (query && `?${query}`), origin + path, origin]
  return forms.find((form) => form.length <= maxLength) ?? origin
}

/** True for Gemini's redirects. Their URLs do not contain the target, but the source's title can name its host. */
const hidesItsTarget = (host: string) => host === "vertexaisearch.cloud.google.com"

/**
 * Returns the host that a title names: "example.com", "https://example.com/x", "example.com › blog" or
 * "Best CRM - example.com". Internationalized names are returned in ASCII, as in addresses.
 */
function hostIn(title: string): string | null {
  const hosts = [title, title.split(/[›»]/, 1)[0] ?? ""].flatMap((text) => {
    const lastPart = text.split(/\s[|·•–—-]\s/).at(-1) ?? ""
    const host = parseAddress(lastPart)?.hostname
    return host && hasIcannSuffix(host) && !fileOrFramework.test(host) ? mainHost(withoutHostPrefix(host)) : []
  })
  return hosts[0] ?? null
}

/** README.md, deploy.sh and ASP.NET are files and frameworks, although .md, .sh and .net are suffixes of hosts. */
const fileOrFramework = /^(?:[\w-]+\.(?:md|sh)|a(?:sp|do)\.net)$/u

/** Links of engines to themselves: pattern for the host, and pattern for the path. /^/ matches every path. */
const engineLinks: [host: RegExp, path: RegExp][] = [
  [/(?:^|\.)chatgpt\.com$/, /^/],
  [/^chat\.openai\.com$/, /^/],
  [/(?:^|\.)perplexity\.ai$/, /^\/(?:search|page)(?:\/|$)/],
  [/^(?:www\.)?google\.[a-z.]+$/, /^\/(?:search|aimode|ai)(?:\/|$)/],
  [/^(?:www\.)?bing\.com$/, /^\/(?:search|chat)(?:\/|$)/],
  [/^(?:gemini\.google\.com|copilot\.microsoft\.com|claude\.ai)$/, /^/],
]

/** True for pages of the engine itself, for example `https://chatgpt.com/?hints=search&q=…`. */
const isEngineLink = ({ hostname, pathname }: URL) =>
  engineLinks.some(([host, path]) => host.test(hostname) && path.test(pathname))

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
  const isPlaylistOrChannel = id === "videoseries" || id === "live_stream"
  return id && !isPlaylistOrChannel
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

/** All addresses of a product at one Amazon shop have one form: amazon.de/dp/<ASIN>. Every ASIN contains a digit. */
function amazonProduct(host: string, { pathname }: URL) {
  const [, asin = ""] = /\/(?:dp|gp\/product|gp\/aw\/d)\/((?=[a-z]*\d)[a-z\d]{10})(?:\/|$)/i.exec(pathname) ?? []
  return asin && /^amazon\.[a-z.]+$/.test(host) ? { host, path: `/dp/${asin.toUpperCase()}`, query: "" } : null
}

/** Bing encodes the target as `a1` followed by base64url. Targets of other redirectors can start with `a1`, too. */
function decodeBingTarget(value: string): string {
  const decoded = value.startsWith("a1") ? Buffer.from(value.slice(2), "base64url").toString() : ""
  return parseAddress(decoded) ? decoded : value
}
