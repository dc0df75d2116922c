/** Configures next-auth: the encrypted session cookie carries the id of a session row (domain/people/session.ts). */
import "server-only"
import type { Account, NextAuthOptions, Profile } from "next-auth"
import { decode } from "next-auth/jwt"
import {
  canSignInOrSignUp,
  findPersonByAccount,
  findPersonByEmail,
  findPersonById,
  type ProviderAccount,
} from "@/domain/people/accounts"
import { confirmEmail } from "@/domain/people/confirm-email"
import { endSessionById, findSession, sessionDays, startSession } from "@/domain/people/session"
import { type AuthCall, adapterFor } from "./adapter"
import { logAuthError } from "./log-auth-error"
import { providers } from "./providers"

declare module "next-auth" {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface extends one of another module
  interface User {
    session_version: number
  }
  // biome-ignore lint/style/useConsistentTypeDefinitions: as above
  interface Session {
    person_id: string
    session_id: string
  }
  // biome-ignore lint/style/useConsistentTypeDefinitions: as above
  interface Profile {
    email_verified?: boolean
  }
}

const signUpClosed = "/sign-in?error=sign_up_closed"

/**
 * `call.signedIn` is the person already signed in. next-auth then connects a provider's account to them instead of
 * signing in.
 */
export const authOptions = (call: AuthCall): NextAuthOptions => ({
  adapter: adapterFor(call),
  providers: providers(call),
  session: { strategy: "jwt", maxAge: sessionDays * 24 * 60 * 60 },
  pages: { signIn: "/sign-in", signOut: "/account", error: "/sign-in", verifyRequest: "/sign-in/email-sent" },
  jwt: { decode: decodeCurrent },
  callbacks: {
    signIn: async ({ user, account, profile, email }) => {
      if (account?.type === "oauth") return (await refusal(account, profile, call)) ?? true
      // The request for a link is handled in email-provider.ts. This is the click on the link.
      if (account?.type === "email" && !email?.verificationRequest)
        return (await isSignInAllowed(call, user.email)) || signUpClosed
      return true
    },
    // `user` and `account` are set only when a person has just signed in.
    jwt: async ({ token, user, account }) => {
      if (!user) return token
      const isByLink = account?.type === "email"
      const sid = await startSession(contextOf(call), user, call.signedIn?.session_id ?? null, isByLink)
      call.onSignIn(user)
      return { sub: user.id, sid }
    },
    session: ({ token }) => ({ expires: "", person_id: String(token.sub), session_id: String(token.sid) }),
  },
  events: {
    signOut: async ({ token }) => {
      if (typeof token?.sid === "string") await endSessionById(token.sid)
    },
  },
  logger: {
    error: logAuthError,
    warn: () => {},
    debug: () => {},
  },
})

/**
 * True when the person has an account or may create one. Also true for a signed-in person, because next-auth then
 * connects the provider's account to them.
 */
async function isSignInAllowed(
  { signedIn, invitation }: AuthCall,
  email: string | null | undefined,
  providerAccount?: ProviderAccount,
) {
  return signedIn !== null || (await canSignInOrSignUp({ email: email ?? "", invitation }, providerAccount))
}

/** Treats the cookie of an ended session as no cookie, wherever next-auth reads it. */
async function decodeCurrent(params: Parameters<typeof decode>[0]) {
  const token = await decode(params)
  return typeof token?.sid === "string" && (await findSession(token.sid)) ? token : null
}

/**
 * Returns where to send a person whose sign-in or connection through a provider is refused, or null when it is allowed.
 *
 * The provider must have verified the address. This confirms an unconfirmed account with the same address (see
 * confirmEmail). A new connection also requires that the signed-in person's own address is confirmed.
 */
async function refusal(account: Account, profile: Profile | undefined, call: AuthCall): Promise<string | null> {
  if (!profile?.email || profile.email_verified !== true) return "/sign-in?error=email_unverified"
  const { provider, providerAccountId } = account
  const providerAccount = { provider, provider_account_id: providerAccountId }
  if (!(await isSignInAllowed(call, profile.email, providerAccount))) return signUpClosed
  // The account belongs to the connected person, else to the signed-in one, else to the one with this email address.
  // Only the owner of the address may confirm it.
  const connectedPerson = await findPersonByAccount(providerAccount)
  const personWithEmail = await findPersonByEmail(profile.email)
  const ownsEmail = (connectedPerson ?? call.signedIn ?? personWithEmail)?.id === personWithEmail?.id
  if (personWithEmail && !personWithEmail.is_email_verified && ownsEmail)
    await confirmEmail(contextOf(call), personWithEmail.id, call.signedIn)
  if (!call.signedIn || connectedPerson) return null
  const person = await findPersonById(call.signedIn.id)
  return person?.is_email_verified ? null : "/account?error=address_unconfirmed"
}

const contextOf = ({ origin }: AuthCall) => ({ origin, now: () => new Date() })
