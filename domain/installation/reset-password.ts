/** Gives an account a new, random password, for people who forgot theirs on an installation that sends no emails. */
import { randomBytes } from "node:crypto"
import { revokeConnectionsIn } from "@/domain/connections/revoke-connections"
import { hashPassword } from "@/domain/people/password"
import { acrossTeams, prisma } from "@/prisma/client"
import { requireAccount } from "./operators"
import { type Operator, recordOperatorChange } from "./record-change"

/** Returns the new password. Ends all sessions of the account and disconnects its apps. */
export async function resetPassword(operator: Operator, email: string): Promise<string> {
  const person = await requireAccount(email)
  const password = randomBytes(15).toString("base64url")
  const data = { password_hash: await hashPassword(password), session_version: { increment: 1 } }
  // Across teams, because the account can belong to several.
  await acrossTeams(() =>
    prisma.$transaction(async (tx) => {
      await tx.user.update({ where: { id: person.id }, data })
      await revokeConnectionsIn(tx, operator, { userId: person.id }, "An operator set a new password.")
      const subject = { id: person.id, label: person.email }
      await recordOperatorChange(tx, operator, { action: "account.password_reset", subject })
    }),
  )
  return password
}
