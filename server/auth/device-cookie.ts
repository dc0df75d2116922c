/** Reads and writes the cookie in which a browser stores its known-device tokens (domain/people/known-device.ts). */
import "server-only"
import { deviceDays } from "@/domain/people/known-device"

const cookieName = "signalbox-devices"
/** A character that no token contains. */
const separator = "~"

/** Limits the work for a forged cookie. A real cookie has at most five tokens. */
const maxTokens = 20

export const devicesIn = (cookies: Record<string, string | undefined>): string[] =>
  cookies[cookieName]?.split(separator).slice(0, maxTokens) ?? []

/** Returns the value of a Set-Cookie header. Because of its path, browsers send the cookie only to /api/auth. */
export function deviceCookie(tokens: readonly string[]): string {
  const isSecure = process.env.NEXTAUTH_URL?.startsWith("https:")
  const attributes = ["Path=/api/auth", `Max-Age=${deviceDays * 86_400}`, "HttpOnly", "SameSite=Lax"]
  return [`${cookieName}=${tokens.join(separator)}`, ...attributes, ...(isSecure ? ["Secure"] : [])].join("; ")
}
