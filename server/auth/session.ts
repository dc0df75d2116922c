/** Reads the signed-in person from the cookie of the current request. */
import "server-only"
import { cookies, headers } from "next/headers"
import { getToken } from "next-auth/jwt"
import { cache } from "react"
import { findSession } from "@/domain/people/session"
import { originOf } from "../origin"

type Request = Parameters<typeof getToken>[0]["req"]

/** Returns the session with its person, or null. Cached per request. */
export const signedInPerson = cache(async () => {
  const sent = (await cookies()).getAll().map(({ name, value }) => [name, value])
  // Passes no headers, because getToken would also accept a bearer token.
  const token = await getToken({ req: { headers: {}, cookies: Object.fromEntries(sent) } as Request })
  return typeof token?.sid === "string" ? findSession(token.sid, originOf(await headers())) : null
})
