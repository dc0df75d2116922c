/** Configures next-auth. The encrypted session cookie contains the ID of a session row (domain/people/session.ts). */
import "server-only"
import type { Account, NextAuthOptions, Profile } from "next-auth"
import { decode } from "next-auth/jwt"
import { canSignInOrSignUp, findPersonByAccount, findPersonByEmail, findPersonById } from "@/domain/people/accounts"
import { confirmEmail } from "@/domain/people/confirm-email"
import { hasSignedInRecently } from "@/domain/people/prove-identity"
import { endSessionById, findSession, sessionDays, startSession } from "@/domain/people/session"
import { type AuthCall, adapterFor } from "./adapter"
import { admitLinkRequest } from "./email-provider"
import { logAuthError } from "./log-auth-error"
import { providers } from "./providers"
import { signInAgainPath } from "./sign-in-again"

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

const signUpClosedPage = "/sign-in?error=sign_up_closed"

/**
 * `call.signedIn` is the person already signed in. next-auth then connects a provider's account to them instead of
 * signing in.
 */
export const authOptions = (call: AuthCall): NextAuthOptions => ({
  adapter: adapterFor(call),
  providers: providers(call),
  session: { strategy: "jwt", maxAge: sessionDays * 24 * 60 * 60 },
  pages: { signIn: "/sign-in", signOut: "/account", error: "/sign-in", verifyRequest: "/sign-in/email-sent" },
  jwt: { decode: decodeActiveSession },
  callbacks: {
    signIn: async ({ user, account, profile, email }) => {
      if (account?.type === "oauth") return (await admitProviderAccount(account, profile, call)) ?? true
      if (account?.type !== "email") return true
      if (email?.verificationRequest) return (await admitLinkRequest(account.providerAccountId, call.origin)) ?? true
      // The person has opened the link.
      return (await canSignInOrSignUp({ email: user.email ?? "", invitation: call.invitation })) || signUpClosedPage
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

/** Decodes the session cookie. Returns null if its session has ended, as if there were no cookie. */
async function decodeActiveSession(params: Parameters<typeof decode>[0]) {
  const token = await decode(params)
  return typeof token?.sid === "string" && (await findSession(token.sid)) ? token : null
}

/**
 * Checks a sign-in through a provider, or a new connection to one. If the provider proves the person's email address,
 * confirms it (see confirmEmail). Returns the page to show if it is refused, else null.
 *
 * Connecting an account with another address adds a way to sign in that outlives this session. It therefore requires
 * that the person has just signed in and that their own address is confirmed.
 */
async function admitProviderAccount(account: Account, profile: Profile | undefined, call: AuthCall) {
  if (!profile?.email || profile.email_verified !== true) return "/sign-in?error=email_unverified"
  const { provider, providerAccountId } = account
  const providerAccount = { provider, provider_account_id: providerAccountId }
  const applicant = { email: profile.email, invitation: call.invitation }
  // A signed-in person connects the account, and creates none.
  if (!call.signedIn && !(await canSignInOrSignUp(applicant, providerAccount))) return signUpClosedPage
  // The provider's account belongs to the person it is connected to, else to the signed-in person, else to the person
  // with this email address. Only the person with the address may confirm it.
  const connectedPerson = await findPersonByAccount(providerAccount)
  const personWithEmail = await findPersonByEmail(profile.email)
  const ownsEmail = (connectedPerson ?? call.signedIn ?? personWithEmail)?.id === personWithEmail?.id
  if (personWithEmail && !personWithEmail.is_email_verified && ownsEmail)
    await confirmEmail(contextOf(call), personWithEmail, call.signedIn)
  if (!call.signedIn || connectedPerson || personWithEmail?.id === call.signedIn.id) return null
  if (!(await hasSignedInRecently(call.signedIn, new Date()))) return signInAgainPath("/account")
  const person = await findPersonById(call.signedIn.id)
  return person?.is_email_verified ? null : "/account?error=address_unconfirmed"
}

const contextOf = ({ origin }: AuthCall) => ({ origin, now: () => new Date() })
