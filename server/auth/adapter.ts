/**
 * The adapter with which next-auth reads and writes people and accounts. It stores no sessions, because
 * domain/people/session.ts does.
 */
import "server-only"
import type { Adapter, AdapterUser } from "next-auth/adapters"
import type { RequestOrigin } from "@/domain/kernel/context"
import * as accounts from "@/domain/people/accounts"
import { confirmEmail } from "@/domain/people/confirm-email"
import type { PersonRow } from "@/domain/people/person"
import type { Session } from "@/domain/people/session"
import type { SignedIn } from "@/domain/people/sign-in"

export function adapterFor({ origin, signedIn, invitation }: AuthCall): Adapter {
  /**
   * The address that the link of this request was sent to. next-auth calls `useVerificationToken`, which stores it,
   * before `updateUser`.
   */
  let linkEmail = ""
  return {
    getUser: async (id) => toAdapterUserOrNull(await accounts.findPersonById(id)),
    getUserByEmail: async (email) => toAdapterUserOrNull(await accounts.findPersonByEmail(email)),
    getUserByAccount: async ({ provider, providerAccountId }) =>
      toAdapterUserOrNull(await accounts.findPersonByAccount({ provider, provider_account_id: providerAccountId })),
    // next-auth calls createUser and updateUser only for an address that the caller has proven to own: with a sign-in
    // link, or through a provider that has verified it (see options.ts). It calls updateUser only after a link.
    createUser: async ({ name, email }: Omit<AdapterUser, "id">) =>
      requireAdapterUser(await accounts.addPerson({ name: name ?? "", email, invitation })),
    updateUser: async ({ id }) =>
      requireAdapterUser(await confirmEmail({ origin, now: () => new Date() }, { id, email: linkEmail }, signedIn)),
    linkAccount: async ({ userId, provider, providerAccountId }: LinkedAccount) => {
      await accounts.connectAccount(userId, { provider, provider_account_id: providerAccountId }, signedIn)
    },
    async createVerificationToken({ identifier, token, expires }) {
      await accounts.storeLinkToken({ identifier, token, expires_at: expires })
      return { identifier, token, expires }
    },
    async useVerificationToken(key) {
      const consumed = await accounts.consumeLinkToken(key)
      linkEmail = consumed?.identifier ?? ""
      return consumed && { identifier: consumed.identifier, token: consumed.token, expires: consumed.expires_at }
    },
  }
}

/** What sign-in needs from the request. */
export type AuthCall = {
  origin: RequestOrigin
  /** The session of the person, if they are already signed in. */
  signedIn: Session | null
  /** The token of the invitation that the person is accepting. */
  invitation: string | null
  /** The known-device tokens of the browser. */
  devices: readonly string[]
  /** Called when a person has signed in, by any method. */
  onSignIn(person: Pick<SignedIn, "id" | "session_version">): void
}

type LinkedAccount = { userId: string; provider: string; providerAccountId: string }

const toAdapterUserOrNull = (person: PersonRow | undefined) => (person ? toAdapterUser(person) : null)

function requireAdapterUser(person: PersonRow | undefined): AdapterUser {
  if (!person) throw new Error("the person no longer exists, or has another address now")
  return toAdapterUser(person)
}

const toAdapterUser = ({ id, name, email, is_email_verified, session_version }: PersonRow) => ({
  id,
  name,
  email,
  session_version,
  // The type requires a time. next-auth does not read it.
  emailVerified: is_email_verified ? new Date() : null,
})
