/** Signing in through others (Google, GitHub) or by a letter: finding, making and connecting the account behind it. */
import { newId } from "@/domain/ids"
import { acrossTeams, Prisma, prisma, sql } from "@/prisma/client"
import { findPerson, type PersonRow } from "./person"
import { forgetSession } from "./session"

// Across teams throughout: people belong to none.
export const findPersonById = (id: string) => acrossTeams(() => findPerson(sql`u.id = ${id}`))

export const findPersonByEmail = (email: string) => acrossTeams(() => findPerson(sql`u.email = ${email.toLowerCase()}`))

export type ProviderAccount = { provider: string; provider_account_id: string }

export const findPersonByAccount = ({ provider, provider_account_id }: ProviderAccount) =>
  acrossTeams(() =>
    findPerson(sql`u.id = (select a.user_id from account a
      where a.provider = ${provider} and a.provider_account_id = ${provider_account_id})`),
  )

/** Someone who came by a proven address: an account without password and, at first, without a team. */
export async function addPerson({ name, email }: { name: string; email: string }): Promise<PersonRow | undefined> {
  const data = {
    id: newId("user"),
    email: email.toLowerCase(),
    name: name.trim().slice(0, 80) || (email.split("@")[0] ?? email),
    email_verified_at: new Date(),
  }
  await acrossTeams(() => prisma.user.create({ data }))
  return findPersonById(data.id)
}

/**
 * The person has shown that the address is theirs. Whoever set a password before that had not shown it, and might have
 * been somebody else who waited for this moment: that password and its sessions end here.
 */
export async function proveEmail(id: string): Promise<PersonRow | undefined> {
  await acrossTeams(() =>
    prisma.user.updateMany({
      where: { id, email_verified_at: null },
      data: { email_verified_at: new Date(), password_hash: null, session_version: { increment: 1 } },
    }),
  )
  forgetSession(id)
  return findPersonById(id)
}

export const connectAccount = (personId: string, account: ProviderAccount) =>
  acrossTeams(() => prisma.account.create({ data: { ...account, user_id: personId } }))

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
