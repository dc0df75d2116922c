/** next-auth's view of our people and their accounts; sessions are cookies, so it stores none. */
import "server-only"
import type { Adapter, AdapterUser } from "next-auth/adapters"
import * as accounts from "@/domain/people/accounts"
import type { PersonRow } from "@/domain/people/person"

/** `invitation`: the token of the link that a new person came by. */
export const adapterFor = ({ invitation }: { invitation: string | null }): Adapter => ({
  getUser: async (id) => known(await accounts.findPersonById(id)),
  getUserByEmail: async (email) => known(await accounts.findPersonByEmail(email)),
  getUserByAccount: async ({ provider, providerAccountId }) =>
    known(await accounts.findPersonByAccount({ provider, provider_account_id: providerAccountId })),
  // Both are called only for an address that was shown to be the caller's: by a letter, or by a provider (see rules.ts).
  createUser: async ({ name, email }: Omit<AdapterUser, "id">) =>
    demand(await accounts.addPerson({ name: name ?? "", email, invitation })),
  updateUser: async ({ id }) => demand(await accounts.proveEmail(id)),
  linkAccount: async ({ userId, provider, providerAccountId }: LinkedAccount) => {
    await accounts.connectAccount(userId, { provider, provider_account_id: providerAccountId })
  },
  async createVerificationToken({ identifier, token, expires }) {
    await accounts.keepLinkToken({ identifier, token, expires_at: expires })
    return { identifier, token, expires }
  },
  async useVerificationToken(key) {
    const taken = await accounts.takeLinkToken(key)
    return taken && { identifier: taken.identifier, token: taken.token, expires: taken.expires_at }
  },
})

type LinkedAccount = { userId: string; provider: string; providerAccountId: string }

const known = (person: PersonRow | undefined) => (person ? seen(person) : null)

function demand(person: PersonRow | undefined): AdapterUser {
  if (!person) throw new Error("the person is gone")
  return seen(person)
}

const seen = ({ id, name, email, is_email_verified, session_version }: PersonRow) => ({
  id,
  name,
  email,
  session_version,
  emailVerified: is_email_verified ? new Date() : null,
})
