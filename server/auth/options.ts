/** next-auth as we use it: sessions are encrypted cookies that carry the version they were made under. */
import "server-only"
import type { NextAuthOptions, Profile } from "next-auth"
import { decode } from "next-auth/jwt"
import type { Origin } from "@/domain/context"
import { log } from "@/domain/log"
import { findPersonByEmail, leadsToAccount, type ProviderAccount, proveEmail } from "@/domain/people/accounts"
import { findSession } from "@/domain/people/session"
import { adapterFor } from "./adapter"
import { providers } from "./providers"

declare module "next-auth" {
  interface User {
    session_version: number
  }
  interface Session {
    person_id: string
    session_version: number
  }
  interface Profile {
    email_verified?: boolean
  }
}

const sessionDays = 30

/**
 * `personId`: who is signed in while this call is made, to connect another account to. `invitation`: the token of the
 * invitation link that the person came by.
 */
type Call = { origin: Origin; personId: string | null; invitation: string | null }

export const authOptions = (call: Call): NextAuthOptions => ({
  adapter: adapterFor(call),
  providers: providers(call.origin),
  session: { strategy: "jwt", maxAge: sessionDays * 24 * 60 * 60 },
  pages: { signIn: "/sign-in", signOut: "/account", error: "/sign-in", verifyRequest: "/sign-in/letter-sent" },
  jwt: { decode: decodeCurrent },
  callbacks: {
    signIn: async ({ user, account, profile, email }) => {
      if (account?.type === "oauth") {
        if (!(await isProven(profile, call.personId))) return "/sign-in?error=email_unverified"
        const known = { provider: account.provider, provider_account_id: account.providerAccountId }
        return (await hasWayIn(call, profile?.email, known)) || "/sign-in?error=sign_up_closed"
      }
      // Asking for a link is answered in letter.ts; this is the click on it.
      if (account?.type === "email" && !email?.verificationRequest)
        return (await hasWayIn(call, user.email)) || "/sign-in?error=sign_up_closed"
      return true
    },
    jwt: ({ token, user }) => (user ? { sub: user.id, session_version: user.session_version } : token),
    session: ({ token }) => ({
      expires: "",
      person_id: String(token.sub),
      session_version: Number(token.session_version),
    }),
  },
  logger: {
    error: (code, metadata) => expected.has(code) || log.warn({ code, err: errorOf(metadata) }, "signing in failed"),
    warn: () => {},
    debug: () => {},
  },
})

/** A person who is signed in connects an account, and creates none. */
async function hasWayIn({ personId, invitation }: Call, email: string | null | undefined, known?: ProviderAccount) {
  return personId !== null || (await leadsToAccount({ email: email ?? "", invitation }, known))
}

/** A cookie of a session that was ended is no cookie, wherever next-auth looks at it. */
async function decodeCurrent(params: Parameters<typeof decode>[0]) {
  const token = await decode(params)
  if (!token?.sub) return null
  return (await findSession(token.sub, Number(token.session_version))) ? token : null
}

/**
 * Another provider may sign somebody in only under an address that it has verified. If an account here has that address
 * without ever having shown so, its owner has come now (see proveEmail); unless it is they who are signed in.
 */
async function isProven(profile: Profile | undefined, personId: string | null) {
  if (!profile?.email || profile.email_verified !== true) return false
  const person = await findPersonByEmail(profile.email)
  if (person && !person.is_email_verified && person.id !== personId) await proveEmail(person.id)
  return true
}

/** A cookie that is no longer good is daily life. */
const expected = new Set(["JWT_SESSION_ERROR"])

const errorOf = (metadata: unknown) =>
  metadata instanceof Error ? metadata : (metadata as { error?: unknown } | undefined)?.error
