/**
 * Finds, creates and connects accounts for sign-in with Google, GitHub or an emailed link. Runs across teams, because
 * an account can belong to several teams or to none.
 */
import { Problem } from "@/domain/kernel/errors"
import { newId } from "@/domain/kernel/ids"
import { acrossTeams, Prisma, prisma, sql } from "@/prisma/client"
import { findPerson, type PersonRow } from "./person"
import { accountConnected, sendSecurityNotice } from "./security-notices"
import type { Session } from "./session"
import { canCreateAccount, requireSignUpPermission } from "./sign-up-permission"

export const findPersonById = (id: string) => acrossTeams(() => findPerson(sql`u.id = ${id}`))

export const findPersonByEmail = (email: string) => acrossTeams(() => findPerson(sql`u.email = ${email.toLowerCase()}`))

export type ProviderAccount = { provider: string; provider_account_id: string }

export const findPersonByAccount = ({ provider, provider_account_id }: ProviderAccount) =>
  acrossTeams(() =>
    findPerson(sql`u.id = (select a.user_id from account a
      where a.provider = ${provider} and a.provider_account_id = ${provider_account_id})`),
  )

type NewPerson = {
  name: string
  email: string
  /** The token of the invitation link that the user followed. Null without one. */
  invitation: string | null
}

/**
 * Creates an account for a user with a proven address. The account has no password, and no team at first. Throws
 * `sign_up_closed` when the user may not create an account.
 */
export async function addPerson({ name, email, invitation }: NewPerson): Promise<PersonRow | undefined> {
  const now = new Date()
  const data = {
    id: newId("user"),
    email: email.toLowerCase(),
    name: name.trim().slice(0, 80) || (email.split("@")[0] ?? email),
    email_verified_at: now,
  }
  await acrossTeams(async () => {
    const { invitation_id } = await requireSignUpPermission({ email: data.email, isEmailProven: true, invitation }, now)
    await prisma.user.create({ data: { ...data, invitation_id } })
  })
  return findPersonById(data.id)
}

/**
 * True when a user with this proven address has an account or may create one. A user who connected the provider's
 * account can sign in even if the addresses differ.
 */
export async function canSignInOrSignUp({ email, invitation }: Omit<NewPerson, "name">, account?: ProviderAccount) {
  if (account && (await findPersonByAccount(account))) return true
  if (await findPersonByEmail(email)) return true
  const applicant = { email: email.toLowerCase(), isEmailProven: true, invitation }
  return acrossTeams(() => canCreateAccount(applicant, new Date()))
}

/**
 * Connects an account of a provider. The user's address must be confirmed. When a session connects the account
 * (`signedIn`), that session must still be valid, and the user gets an email if the installation sends emails. One
 * statement checks both conditions and inserts the row, so neither can change in between.
 */
export async function connectAccount(personId: string, account: ProviderAccount, signedIn: Session | null) {
  const session = signedIn?.id === personId ? signedIn.session_id : null
  const added = await acrossTeams(() =>
    prisma.$executeRaw(sql`
      insert into account (provider, provider_account_id, user_id, created_at)
      select ${account.provider}, ${account.provider_account_id}, u.id, now() from "user" u
      where u.id = ${personId} and u.email_verified_at is not null
        and (${session}::text is null or exists (
          select 1 from session s where s.id = ${session} and s.user_id = u.id and s.session_version = u.session_version))
      for share of u`),
  )
  if (added === 0)
    throw new Problem(
      "state_conflict",
      "The account was not connected: your email address is not confirmed, or your session has ended. Confirm the address or sign in again, then try again.",
    )
  if (session !== null) await acrossTeams(() => sendSecurityNotice(personId, accountConnected(account.provider)))
}

/** `identifier` is the email address that the link was sent to. `token` is a hash. */
export type LinkToken = { identifier: string; token: string; expires_at: Date }

/** Stores the token of an emailed sign-in link. The caller hashes it. */
export const storeLinkToken = (data: LinkToken) => acrossTeams(() => prisma.verificationToken.create({ data }))

/**
 * Returns the token and deletes it, so it can be used only once. Null when it does not exist. The token of a change of
 * address belongs to a user and does not sign in.
 */
export const consumeLinkToken = (identifier_token: Pick<LinkToken, "identifier" | "token">) =>
  acrossTeams(async () => {
    try {
      return await prisma.verificationToken.delete({ where: { identifier_token, AND: { user_id: null } } })
    } catch (error) {
      if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2025") return null
      throw error
    }
  })
