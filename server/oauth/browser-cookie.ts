/** The cookie that binds an authorization request to the browser that started it. */
import "server-only"
import { createOpaqueToken } from "@/domain/connections/oauth/opaque-token"
import { baseUrl } from "@/domain/kernel/base-url"

const maxAgeSeconds = 3_600
const valueForm = /^[\w-]{43}$/

/** Browsers accept a `__Host-` cookie over https only, and from no other host. */
const cookieName = () => (baseUrl().startsWith("https:") ? "__Host-signalbox-consent" : "signalbox-consent")

/** Returns the value that the browser sent, or null. */
export function browserIdOf(headers: Pick<Headers, "get">): string | null {
  const sent = (headers.get("cookie") ?? "").split(/; */).map((pair) => pair.split("="))
  const value = sent.find(([name]) => name === cookieName())?.[1] ?? ""
  return valueForm.test(value) ? value : null
}

/** A browser with a value gets the same value again, so that several consent pages can be open. */
export function browserCookie(headers: Pick<Headers, "get">): { browser: string; setCookie: string } {
  const browser = browserIdOf(headers) ?? createOpaqueToken("browser").value
  const attributes = ["Path=/", `Max-Age=${maxAgeSeconds}`, "HttpOnly", "SameSite=Lax"]
  const secure = baseUrl().startsWith("https:") ? ["Secure"] : []
  return { browser, setCookie: [`${cookieName()}=${browser}`, ...attributes, ...secure].join("; ") }
}
