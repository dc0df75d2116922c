/**
 * Decides which URLs a webhook may use: https on port 443 of a public host name that is not Signalbox's own. The IP
 * address is checked later, when the socket connects (connect.ts).
 */
import { isIP } from "node:net"
import { baseUrl } from "@/domain/kernel/base-url"
import { Problem } from "@/domain/kernel/errors"
import { allowsLoopback, isLoopbackHost, withoutBrackets } from "./loopback"

const maxUrlLength = 2048

/**
 * Returns the URL in the form that is stored (punycode, no dot at the end of the host). Otherwise throws a Problem that
 * names every broken rule.
 */
export function checkUrl(url: string): string {
  const normalized = normalize(url)
  const broken = brokenRules(url, normalized)
  if (!normalized || broken.length > 0) {
    const errors = broken.map((rule) => ({ parameter: "url", code: "url_not_allowed" as const, ...rules[rule] }))
    throw new Problem("url_not_allowed", errors.map((e) => e.detail).join(" "), { errors })
  }
  return normalized.href
}

/** The same check for a stored URL: the environment may have become stricter since. */
export const isUrlAllowed = (url: URL) => brokenRules(url.href, normalize(url.href)).length === 0

const rules = {
  not_a_url: {
    detail: "The value is not a URL.",
    fix: "Enter a complete URL, such as https://hooks.example.com/signalbox.",
  },
  too_long: {
    detail: `The URL has more than ${maxUrlLength.toLocaleString("en")} characters.`,
    fix: "Shorten the path or the query.",
  },
  not_https: { detail: "The URL does not use https.", fix: "Start the URL with https://." },
  other_port: {
    detail: "The URL has a port other than 443.",
    fix: "Remove the port, and accept requests on port 443.",
  },
  credentials: { detail: "The URL contains a user name or password.", fix: "Send secrets in a custom header instead." },
  fragment: {
    detail: "The URL has a fragment (#), which HTTP does not send.",
    fix: "Remove the # and everything after it.",
  },
  ip_address: {
    detail: "The host is an IP address, which is not allowed.",
    fix: "Use a host name with a certificate.",
  },
  bad_host: {
    detail: "The host is not a valid host name.",
    fix: "Labels can have 1 to 63 characters, and the whole host name 253.",
  },
  single_label: {
    detail: "The host name has only one label.",
    fix: "Use a complete public host name, such as hooks.example.com.",
  },
  special_use: {
    detail: "The host name is reserved for private networks.",
    fix: "Use a host name from the public DNS.",
  },
  own_host: { detail: "The host is this Signalbox installation.", fix: "Use the URL of your own receiver." },
} as const

type Rule = keyof typeof rules

/** `url` is the parsed form of `text`, or null if `text` is not a URL. */
function brokenRules(text: string, url: URL | null): Rule[] {
  const broken: Rule[] = []
  if (Math.max(text.length, url?.href.length ?? 0) > maxUrlLength) broken.push("too_long")
  if (!url) return [...broken, "not_a_url"]
  // Webhooks to this machine, where they are allowed, can use http and any port.
  const isAllowedLoopback = allowsLoopback() && isLoopbackHost(url.hostname)
  if (!isAllowedScheme(url, isAllowedLoopback)) broken.push("not_https")
  if (!isAllowedLoopback && !isAllowedPort(url)) broken.push("other_port")
  if (url.username !== "" || url.password !== "") broken.push("credentials")
  // An empty fragment does not appear in `hash`.
  if (url.href.includes("#")) broken.push("fragment")
  return isAllowedLoopback ? broken : [...broken, ...brokenHostRules(url.hostname)]
}

const isAllowedScheme = ({ protocol }: URL, isAllowedLoopback: boolean) =>
  protocol === "https:" || (isAllowedLoopback && protocol === "http:")

/** `URL` omits the default port of a scheme, so http://host:80 breaks only `not_https` and not `other_port`. */
const isAllowedPort = ({ port }: URL) => port === "" || port === "443" || isExtraPort(port)
const isExtraPort = (port: string) => port === "8443" && process.env.WEBHOOK_ALLOW_PORT_8443 === "1"

function brokenHostRules(hostname: string): Rule[] {
  if (isIP(withoutBrackets(hostname)) !== 0) return ["ip_address"]
  const broken: Rule[] = []
  const labels = hostname.split(".")
  const hasInvalidLabel = labels.some((label) => label.length < 1 || label.length > 63)
  if (hostname.length > 253 || hasInvalidLabel) broken.push("bad_host")
  // An empty host name is a `bad_host`.
  if (labels.length === 1 && hostname !== "") broken.push("single_label")
  if (isSpecialUseName(hostname)) broken.push("special_use")
  if (isOwnHost(hostname)) broken.push("own_host")
  return broken
}

/** Parses by the WHATWG rules, which also resolve unusual spellings of an IP address. */
function normalize(href: string): URL | null {
  const url = URL.parse(href)
  if (!url) return null
  if (url.hostname.endsWith(".")) url.hostname = url.hostname.slice(0, -1)
  return url
}

const specialUse = ["localhost", "local", "internal", "home.arpa", "onion"]

/** True for names of private networks. */
const isSpecialUseName = (hostname: string) =>
  specialUse.some((name) => hostname === name || hostname.endsWith(`.${name}`))

/** True for Signalbox's own host. A webhook to it could act with internal rights. */
const isOwnHost = (hostname: string) => hostname === URL.parse(baseUrl())?.hostname
