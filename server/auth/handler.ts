/** Handles next-auth's routes at /api/auth/… and passes it what it needs from the request. */
import "server-only"
import type { NextRequest } from "next/server"
import NextAuth from "next-auth"
import { rememberDevice } from "@/domain/people/known-device"
import { originOf } from "../origin"
import { deviceCookie, devicesIn } from "./device-cookie"
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
