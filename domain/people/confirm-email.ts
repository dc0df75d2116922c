/** Confirms a user's email address, and removes everything that others added to the account before. */
import { revokeConnectionsIn } from "@/domain/connections/revoke-connections"
import type { PublicContext } from "@/domain/kernel/context"
import { trySendMail } from "@/domain/kernel/mail"
import { revokeInvitationsOf } from "@/domain/teams/revoke-invitations-of"
import { acrossTeams, type Prisma, prisma, sql } from "@/prisma/client"
import { findPerson, type PersonRow } from "./person"
import type { Session } from "./session"

/**
 * Confirms the address of an account. Does nothing when the address is already confirmed. `email` is the address that
 * was proven, for example the one that a link was sent to. Returns undefined when the account no longer has it.
 *
 * Anyone can sign up with another person's address and wait for its owner. So if the owner confirms without a session
 * of this account, everything that opens the account is removed: the password, connected accounts, sessions, sign-in
 * links, connected apps and open invitations. Memberships, teams and what teams own stay. The email to the owner names
 * the teams. If the owner confirms from a session of this account (`signedIn`), the account is theirs and nothing is
 * removed.
 */
export async function confirmEmail(
  ctx: Pick<PublicContext, "origin" | "now">,
  { id, email }: ProvenAddress,
  signedIn: Session | null,
): Promise<PersonRow | undefined> {
  // Across teams, because the connected apps and the memberships can belong to several.
  const teams = await acrossTeams(() =>
    prisma.$transaction(async (tx) => {
      if (signedIn?.id === id && (await confirmOwn(tx, signedIn, email, ctx.now()))) return null
      if (!(await confirmForOwner(tx, { id, email }, ctx.now()))) return null
      await tx.account.deleteMany({ where: { user_id: id } })
      await tx.verificationToken.deleteMany({ where: { identifier: email } })
      const audit = { ...ctx, actor: { kind: "system", name: "Signalbox" } as const }
      await revokeInvitationsOf(
        tx,
        audit,
        { personId: id },
        "The user who created it had not confirmed their email address.",
      )
      await revokeConnectionsIn(tx, audit, { userId: id }, "The user had not confirmed their email address.")
      return teamNames(tx, id)
    }),
  )
  // Across teams, because only there the password can be read.
  const person = await acrossTeams(() => findPerson(sql`u.id = ${id} and u.email = ${email}`))
  if (person && teams) await trySendMail(accountSecuredEmail(person, teams))
  return person
}

/** The account and its address. */
type ProvenAddress = { id: string; email: string }

/** Returns false when the address is already confirmed or has changed, or when the session has ended. */
async function confirmOwn(tx: Prisma.TransactionClient, { id, session_version }: Session, email: string, now: Date) {
  const data = { email_verified_at: now }
  const { count } = await tx.user.updateMany({ where: { id, email, session_version, email_verified_at: null }, data })
  return count === 1
}

/** Returns false when the address is already confirmed or has changed. */
async function confirmForOwner(tx: Prisma.TransactionClient, address: ProvenAddress, now: Date) {
  const { count } = await tx.user.updateMany({
    where: { ...address, email_verified_at: null },
    data: { email_verified_at: now, password_hash: null, session_version: { increment: 1 } },
  })
  return count === 1
}

async function teamNames(tx: Prisma.TransactionClient, personId: string) {
  const memberships = await tx.membership.findMany({
    where: { user_id: personId },
    select: { team: { select: { name: true } } },
  })
  return memberships.map(({ team }) => team.name)
}

const accountSecuredEmail = ({ email, name }: PersonRow, teams: string[]) => ({
  to: email,
  subject: "Your address on Signalbox is confirmed",
  text: `Hello ${name},

You have just confirmed the email address ${email} on Signalbox. An account with this address already existed, but its address had never been confirmed. Someone else could have created it, so we removed its password, its connected accounts, its sessions and the invitations that it created.

If you had set the password yourself, set a new one under Account.
${teams.length === 0 ? "" : `\nThe account is a member of these teams: ${teams.join(", ")}. If you do not recognize a team, leave it. If a team is yours, check its members and its API keys under Settings.\n`}`,
})
