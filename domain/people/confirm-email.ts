/** Confirms a user's email address, and removes everything that others added to the account before. */
import { revokeConnectionsIn } from "@/domain/connections/revoke-connections"
import type { PublicContext } from "@/domain/kernel/context"
import { trySendMail } from "@/domain/kernel/mail"
import { revokeInvitationsOf } from "@/domain/teams/revoke-invitations-of"
import { acrossTeams, type Prisma, prisma } from "@/prisma/client"
import { findPersonById } from "./accounts"
import type { PersonRow } from "./person"
import type { Session } from "./session"

/**
 * Confirms the address of an account. Does nothing when the address is already confirmed.
 *
 * Anyone can sign up with another person's address and wait for its owner. So if the owner confirms without a session
 * of this account, everything that opens the account is removed: the password, connected accounts, sessions, sign-in
 * links, connected apps and open invitations. Memberships, teams and what teams own stay. The email to the owner names
 * the teams. If the owner confirms from a session of this account (`signedIn`), the account is theirs and nothing is
 * removed.
 */
export async function confirmEmail(
  ctx: Pick<PublicContext, "origin" | "now">,
  id: string,
  signedIn: Session | null,
): Promise<PersonRow | undefined> {
  // Across teams, because the connected apps and the memberships can belong to several.
  const teams = await acrossTeams(() =>
    prisma.$transaction(async (tx) => {
      if (signedIn?.id === id && (await confirmOwn(tx, signedIn, ctx.now()))) return null
      const [email] = await confirmForOwner(tx, id, ctx.now())
      if (email === undefined) return null
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
  const person = await findPersonById(id)
  if (person && teams) await trySendMail(accountSecuredEmail(person, teams))
  return person
}

/** Returns false when the address is already confirmed, or when the session has ended. */
async function confirmOwn(tx: Prisma.TransactionClient, { id, session_version }: Session, now: Date) {
  const data = { email_verified_at: now }
  const { count } = await tx.user.updateMany({ where: { id, session_version, email_verified_at: null }, data })
  return count === 1
}

/** Returns the address if this call confirmed it. */
async function confirmForOwner(tx: Prisma.TransactionClient, id: string, now: Date) {
  const confirmed = await tx.user.updateManyAndReturn({
    where: { id, email_verified_at: null },
    data: { email_verified_at: now, password_hash: null, session_version: { increment: 1 } },
    select: { email: true },
  })
  return confirmed.map(({ email }) => email)
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

You have just confirmed the email address ${email} on Signalbox. An account with this address already existed, but its address had never been confirmed. Someone else could have created it, so we removed every way to open it: its password, its connected accounts, its sessions and the invitations that it created.

If you had set the password yourself, set a new one under Account.
${teams.length === 0 ? "" : `\nThe account is a member of these teams: ${teams.join(", ")}. If you do not know a team, leave it. If a team is yours, check its members and its API keys under Settings.\n`}`,
})
