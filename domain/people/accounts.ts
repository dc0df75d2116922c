/** Signing in through others (Google, GitHub) or by a letter: finding, making and connecting the account behind it. */
import { Problem } from "@/domain/errors"
import { newId } from "@/domain/ids"
import { acrossTeams, Prisma, prisma, sql } from "@/prisma/client"
import { admit, mayCreateAccount } from "./may-sign-up"
import { findPerson, type PersonRow } from "./person"
import type { Session } from "./session"

// Across teams throughout: people belong to none.
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
  /** The token of the invitation link that the person came by. */
  invitation: string | null
}

/**
 * Creates an account for a person whose address is proven: without a password and, at first, without a team. Throws
 * `sign_up_closed` when the person may not create one.
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
    const { invitation_id } = await admit({ email: data.email, isEmailProven: true, invitation }, now)
    await prisma.user.create({ data: { ...data, invitation_id } })
  })
  return findPersonById(data.id)
}

/**
 * True when signing in with this proven address leads to an account: one that exists, or one that may be created. An
 * account that is connected to the provider counts even if its address differs.
 */
export async function leadsToAccount({ email, invitation }: Omit<NewPerson, "name">, account?: ProviderAccount) {
  if (account && (await findPersonByAccount(account))) return true
  if (await findPersonByEmail(email)) return true
  const applicant = { email: email.toLowerCase(), isEmailProven: true, invitation }
  return acrossTeams(() => mayCreateAccount(applicant, new Date()))
}

/**
 * Connects an account of another provider. The person's address must be confirmed, and a session that connects it
 * (`signedIn`) must still be good; both are checked in the same statement, so that no change in between goes unseen.
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
    throw new Problem("state_conflict", "Confirm your e-mail address before you connect another account.")
}

export type LinkToken = { identifier: string; token: string; expires_at: Date }

/** The token of a letter, hashed by the caller. */
export const keepLinkToken = (data: LinkToken) => acrossTeams(() => prisma.verificationToken.create({ data }))

/** Gives the token back once, and never again. */
export const takeLinkToken = (identifier_token: Pick<LinkToken, "identifier" | "token">) =>
  acrossTeams(async () => {
    try {
      return await prisma.verificationToken.delete({ where: { identifier_token } })
    } catch (error) {
      if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2025") return null
      throw error
    }
  })
