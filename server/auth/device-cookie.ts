/** The cookie in which a browser stores the tokens of its known-device status (domain/people/known-device.ts). */
import "server-only"
import { deviceDays } from "@/domain/people/known-device"

const name = "signalbox-devices"
/** A character that no token contains. */
const separator = "~"

export const devicesIn = (cookies: Record<string, string | undefined>): string[] =>
  cookies[name]?.split(separator).slice(0, 20) ?? []

/** The value of a Set-Cookie header. Only sign-in itself receives the cookie. */
export function deviceCookie(tokens: readonly string[]): string {
  const isSecure = process.env.NEXTAUTH_URL?.startsWith("https:")
  const attributes = ["Path=/api/auth", `Max-Age=${deviceDays * 86_400}`, "HttpOnly", "SameSite=Lax"]
  return [`${name}=${tokens.join(separator)}`, ...attributes, ...(isSecure ? ["Secure"] : [])].join("; ")
}
