/** Sets or changes the user's password. Also ends all other sessions and disconnects all apps. */
import { z } from "zod"
import { revokeConnectionsIn } from "@/domain/connections/revoke-connections"
import type { PersonContext } from "@/domain/kernel/context"
import { Problem } from "@/domain/kernel/errors"
import { defineOperation } from "@/domain/kernel/operation"
import { prisma, sql } from "@/prisma/client"
import { countAttempts, refundAttempts } from "./attempt-limit"
import { hashPassword, verifyPassword } from "./password"
import { findPerson, newPassword } from "./person"

/** How long a session that started with a sign-in link may set a new password without the current one. */
export const linkMinutes = 15

export const changePassword = defineOperation({
  id: "people.changePassword",
  summary: "Change your password",
  description: "Ends all your other sessions, and disconnects all your apps.",
  audience: "person",
  kind: "mutation",
  input: z.strictObject({
    current_password: z
      .string()
      .max(200)
      .optional()
      .meta({
        description: `The current password. Omit it if the account has no password, or within ${linkMinutes} minutes after you signed in with a link from an email.`,
      }),
    new_password: newPassword(),
  }),
  output: z.object({ session_version: z.int() }),
  async handle(ctx, { current_password, new_password }) {
    const { actor } = ctx
    if (!(await isFreshFromLink(ctx))) await checkCurrentPassword(actor.id, current_password ?? "")
    const password_hash = await hashPassword(new_password)
    const session_version = await prisma.$transaction(async (tx) => {
      // The condition on the session version prevents a session that has ended in the meantime from setting a password.
      const [changed] = await tx.user.updateManyAndReturn({
        where: { id: actor.id, session_version: actor.session_version },
        data: { password_hash, session_version: { increment: 1 } },
        select: { session_version: true },
      })
      if (!changed) throw new Problem("session_missing", "Your session has ended. Sign in again.")
      await revokeConnectionsIn(tx, ctx, { userId: actor.id }, "The user set a new password.")
      await tx.session.updateMany({ where: { id: actor.session_id, user_id: actor.id }, data: changed })
      return changed.session_version
    })
    return { data: { session_version } }
  },
})

/** True for the first minutes of a session that started with a sign-in link. */
export async function isFreshFromLink({ actor, now }: PersonContext): Promise<boolean> {
  const since = new Date(now().getTime() - linkMinutes * 60_000)
  const freshSessions = await prisma.session.count({
    where: { id: actor.session_id, user_id: actor.id, is_by_link: true, created_at: { gt: since } },
  })
  return freshSessions > 0
}

/** Throws when the account has a password and this is not it. Wrong passwords are limited. */
export async function checkCurrentPassword(personId: string, password: string) {
  const attempts = [{ policy: "password", id: personId }] as const
  await countAttempts(attempts)
  const person = await findPerson(sql`u.id = ${personId}`)
  if (person?.has_password && !(await verifyPassword(password, person.password_hash))) throw wrongPassword()
  await refundAttempts(attempts)
}

const wrongPassword = () =>
  new Problem("parameter_invalid", "The current password is wrong.", {
    errors: [{ parameter: "current_password", code: "parameter_invalid", detail: "The current password is wrong." }],
  })
