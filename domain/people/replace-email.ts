/** Replaces the email address of an account, for its user or an operator. Also ends all sessions of the account. */
import { type AuditContext, type AuditRecord, recordAudit } from "@/domain/audit/record"
import type { Prisma } from "@/prisma/client"
import type { PersonRow } from "./person"

/**
 * Returns the new `session_version`, or null when the account no longer has the given values. Sign-in links to the
 * previous address and open requests for a change stop working. Each team of the user gets an audit entry. Call it
 * across teams, in a transaction. `ctx`: who makes the change. A unique index refuses the address of another account.
 */
export async function replaceEmail(
  tx: Prisma.TransactionClient,
  ctx: Omit<AuditContext, "team">,
  account: { id: string; email: string; session_version?: number },
  replacement: { email: string; email_verified_at: Date | null },
): Promise<number | null> {
  const { id: user_id, email: before } = account
  const [changed] = await tx.user.updateManyAndReturn({
    where: account,
    data: { ...replacement, session_version: { increment: 1 } },
    select: { session_version: true },
  })
  if (!changed) return null
  await tx.verificationToken.deleteMany({ where: { OR: [{ identifier: before }, { user_id }] } })
  const memberships = await tx.membership.findMany({ where: { user_id }, select: { team_id: true } })
  const entry: AuditRecord = {
    action: "member.email_changed",
    subject_id: user_id,
    before: { email: before },
    after: { email: replacement.email },
  }
  for (const { team_id } of memberships) await recordAudit({ ...ctx, team: { id: team_id } }, entry, tx)
  return changed.session_version
}

/** The notice to the previous address. It does not contain the new one, because others may read this mailbox. */
export const emailChangedEmail = ({ email, name }: Pick<PersonRow, "email" | "name">) => ({
  to: email,
  subject: "The email address of your Signalbox account was changed",
  text: `Hello ${name},

Your Signalbox account has a new email address. You can no longer sign in with ${email}, and your other sessions have ended.

If you did not change the address, ask the operator of this installation to restore it.
`,
})
