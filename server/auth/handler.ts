/** Handles next-auth's routes at /api/auth/… and passes it what it needs from the request. */
import "server-only"
import type { NextRequest } from "next/server"
import NextAuth from "next-auth"
import { deviceDays, rememberDevice } from "@/domain/people/known-device"
import { originOf } from "../origin"
import { invitationOf } from "./invitation-link"
import { authOptions } from "./options"
import { signedInPerson } from "./session"

type Call = { params: Promise<{ nextauth: string[] }> }

export async function authHandler(request: NextRequest, call: Call): Promise<Response> {
  const signedIn = await signedInPerson()
  const cookies = Object.fromEntries(request.cookies.getAll().map(({ name, value }) => [name, value]))
  const invitation = invitationOf({ cookies, query: Object.fromEntries(request.nextUrl.searchParams) })
  const devices = devicesIn(cookies)
  const newCookies: string[] = []
  const onSignIn = (person: Parameters<typeof rememberDevice>[1]) => {
    newCookies.push(deviceCookie(rememberDevice(devices, person, new Date())))
  }
  const options = authOptions({ origin: originOf(request.headers), signedIn, invitation, devices, onSignIn })
  const response: Response = await NextAuth(request, call, options)
  for (const cookie of newCookies) response.headers.append("Set-Cookie", cookie)
  return response
}

/** The cookie in which a browser stores the tokens of its known-device status (domain/people/known-device.ts). */
const name = "signalbox-devices"
/** A character that no token contains. */
const separator = "~"

/** A browser stores at most five tokens. The limit of 20 bounds the work for a forged cookie. */
export const devicesIn = (cookies: Record<string, string | undefined>): string[] =>
  cookies[name]?.split(separator).slice(0, 20) ?? []

/** The value of a Set-Cookie header. Only sign-in itself receives the cookie. */
export function deviceCookie(tokens: readonly string[]): string {
  const isSecure = process.env.NEXTAUTH_URL?.startsWith("https:")
  const attributes = ["Path=/api/auth", `Max-Age=${deviceDays * 86_400}`, "HttpOnly", "SameSite=Lax"]
  return [`${name}=${tokens.join(separator)}`, ...attributes, ...(isSecure ? ["Secure"] : [])].join("; ")
}
