/** The cookie that binds an authorization request to the browser that started it. */
import "server-only"
import { createOpaqueToken } from "@/domain/connections/oauth/opaque-token"
import { baseUrl } from "@/domain/kernel/base-url"

const maxAgeSeconds = 3_600
const idPattern = /^[\w-]{43}$/

const isHttps = () => baseUrl().startsWith("https:")

/** The prefix `__Host-` makes browsers accept the cookie only over https, and only from this host. */
const cookieName = () => (isHttps() ? "__Host-signalbox-consent" : "signalbox-consent")

/** Returns the ID that the browser sent, or null. */
export function browserIdOf(headers: Pick<Headers, "get">): string | null {
  const sent = (headers.get("cookie") ?? "").split(/; */).map((pair) => pair.split("="))
  const value = sent.find(([name]) => name === cookieName())?.[1] ?? ""
  return idPattern.test(value) ? value : null
}

/**
 * Returns the browser's ID, which stays the same so that several consent pages can be open, and the Set-Cookie header.
 */
export function browserCookie(headers: Pick<Headers, "get">): { browserId: string; setCookie: string } {
  const browserId = browserIdOf(headers) ?? createOpaqueToken("browser").value
  const attributes = ["Path=/", `Max-Age=${maxAgeSeconds}`, "HttpOnly", "SameSite=Lax"]
  const secure = isHttps() ? ["Secure"] : []
  return { browserId, setCookie: [`${cookieName()}=${browserId}`, ...attributes, ...secure].join("; ") }
}
