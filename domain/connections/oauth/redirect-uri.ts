/**
 * Decides which redirect URIs an app may register, and which of them an authorization request may use. A wrong rule
 * here would send codes to an attacker.
 */
import { isIP } from "node:net"
import { withoutBrackets } from "@/domain/security/loopback"

export const maxRedirectUris = 10
const maxLength = 2_000

/** Schemes that browsers and systems handle themselves. Other schemes belong to apps, such as `cursor:`. */
const deniedSchemes = new Set(
  `about android-app blob callto chrome chrome-extension data edge facetime facetime-audio file filesystem ftp ftps geo help intent itms
  itms-apps itms-appss itms-books itms-services jar javascript mailto maps market mms moz-extension resource search search-ms sftp shell
  sip sips sms smsto ssh tel telnet vbscript view-source webcal ws wss`.split(/\s+/),
)
/** Programs of Windows, such as `ms-settings` and `ms-word`. `ms-app` and `ms-appx-web` lead back to an app itself. */
const windowsScheme = /^ms-(?!app$|appx-web$)/

/** Returns why the URI cannot be registered, as the end of a sentence such as "A redirect URI …". Null if it can. */
export function redirectUriProblem(uri: string): string | null {
  if (uri.length > maxLength) return `is longer than ${maxLength} characters`
  const url = /^[\x21-\x7e]+$/.test(uri) ? URL.parse(uri) : null
  if (!url) return "is not a URL"
  if (url.username || url.password) return "contains a user name or password"
  if (uri.includes("#")) return "has a fragment"
  if (uri.includes("*")) return "has a wildcard"
  const scheme = url.protocol.slice(0, -1)
  if (scheme === "https") return null
  if (scheme === "http") return isLoopback(url) ? null : "uses http with a host that is not this machine"
  return deniedSchemes.has(scheme) || windowsScheme.test(scheme) ? `uses the scheme ${scheme}` : null
}

/**
 * True when `candidate` is one of the registered URIs, character by character. Apps on the user's machine listen on any
 * free port, so the port of a loopback URI may differ (RFC 8252, section 7.3).
 */
export const isRegisteredRedirectUri = (registered: readonly string[], candidate: string) =>
  redirectUriProblem(candidate) === null && registered.some((uri) => uri === candidate || isSameButPort(uri, candidate))

function isSameButPort(registered: string, candidate: string) {
  const a = URL.parse(registered)
  const b = URL.parse(candidate)
  if (!a || !b || !isLoopback(a) || !isLoopback(b)) return false
  return a.hostname === b.hostname && a.pathname === b.pathname && a.search === b.search
}

/** True for an http URI that means the user's own machine. */
export function isLoopbackUri(uri: string): boolean {
  const url = URL.parse(uri)
  return url !== null && isLoopback(url)
}

function isLoopback({ protocol, hostname }: URL) {
  if (protocol !== "http:") return false
  const host = withoutBrackets(hostname)
  return host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."))
}

/** Where a redirect URI leads, as the consent page shows it: a host, or the scheme of an app, such as `cursor://`. */
export function redirectHost(uri: string): string {
  const url = URL.parse(uri)
  if (!url) return uri.slice(0, 100)
  return /^https?:$/.test(url.protocol) ? url.hostname : `${url.protocol}//`
}
