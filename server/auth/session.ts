/** Who is signed in, read from the cookie of the request at hand. */
import "server-only"
import { headers } from "next/headers"
import { getServerSession } from "next-auth"
import { cache } from "react"
import { findSession } from "@/domain/people/session"
import { originOf } from "@/server/origin"
import { authOptions } from "./options"

/** The person, or null; read once a request. */
export const signedInPerson = cache(async () => {
  const call = { origin: originOf(await headers()), signedIn: null, invitation: null }
  const session = await getServerSession(authOptions(call))
  return session ? findSession(session.person_id, session.session_version) : null
})
