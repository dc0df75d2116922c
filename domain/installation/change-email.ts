/**
 * Changes the email address of an account, for people who cannot confirm a new one themselves: the installation sends
 * no emails, or they lost their password and their mailbox.
 */
import { Problem } from "@/domain/kernel/errors"
import { emailInput } from "@/domain/kernel/fields"
import { trySendMail } from "@/domain/kernel/mail"
import { isTaken } from "@/domain/people/person"
import { emailChangedEmail, replaceEmail } from "@/domain/people/replace-email"
import { acrossTeams, prisma } from "@/prisma/client"
import { requireAccount } from "./operators"
import { type Operator, recordOperatorChange } from "./record-change"

/**
 * Returns the new address. It is unconfirmed, because the command does not prove that the user receives its mail. Ends
 * all sessions of the account.
 */
export async function changeEmailOf(operator: Operator, email: string, newEmail: string): Promise<string> {
  const parsed = emailInput().safeParse(newEmail)
  if (!parsed.success) throw new Problem("parameter_invalid", `${newEmail} is not an email address.`)
  const person = await requireAccount(email)
  const before = { email: person.email }
  const after = { email: parsed.data }
  try {
    // Accounts belong to no team, so the statements run across teams.
    await acrossTeams(() =>
      prisma.$transaction(async (tx) => {
        const replaced = await replaceEmail(
          tx,
          operator,
          { id: person.id, ...before },
          { ...after, email_verified_at: null },
        )
        if (replaced === null) throw new Problem("state_conflict", "The address has just changed. Try again.")
        const subject = { id: person.id, label: person.email }
        await recordOperatorChange(tx, operator, { action: "account.email_changed", subject, before, after })
      }),
    )
  } catch (error) {
    if (isTaken(error, "email")) throw new Problem("already_exists", `Another account has the address ${after.email}.`)
    throw error
  }
  await trySendMail(emailChangedEmail(person))
  return after.email
}
