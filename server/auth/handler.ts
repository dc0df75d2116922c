/** next-auth's own addresses, /api/auth/…, with what it must know of the request. */
import "server-only"
import type { NextRequest } from "next/server"
import NextAuth from "next-auth"
import { originOf } from "@/server/origin"
import { invitationOf } from "./invitation-link"
import { authOptions } from "./options"
import { signedInPerson } from "./session"

type Call = { params: Promise<{ nextauth: string[] }> }

export async function authHandler(request: NextRequest, call: Call): Promise<Response> {
  const signedIn = await signedInPerson()
  const cookies = Object.fromEntries(request.cookies.getAll().map(({ name, value }) => [name, value]))
  const invitation = invitationOf({ cookies, query: Object.fromEntries(request.nextUrl.searchParams) })
  return NextAuth(request, call, authOptions({ origin: originOf(request.headers), signedIn, invitation }))
}
