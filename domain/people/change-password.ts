/** Sets or changes the user's password. Also ends all other sessions and disconnects all apps. */
import { z } from "zod"
import { revokeConnectionsIn } from "@/domain/connections/revoke-connections"
import { Problem } from "@/domain/kernel/errors"
import { defineOperation } from "@/domain/kernel/operation"
import { prisma } from "@/prisma/client"
import { hashPassword } from "./password"
import { newPassword } from "./person"
import { currentPasswordInput, requireProof } from "./prove-identity"
import { passwordChanged, sendSecurityNotice } from "./security-notices"

export const changePassword = defineOperation({
  id: "people.changePassword",
  summary: "Change your password",
  description:
    "Ends all your other sessions, and disconnects all your apps. Sends you an email if your address is confirmed and the installation sends emails.",
  audience: "person",
  kind: "mutation",
  input: z.strictObject({
    current_password: currentPasswordInput(),
    new_password: newPassword(),
  }),
  output: z.object({ session_version: z.int() }),
  async handle(ctx, { current_password, new_password }) {
    const { actor } = ctx
    await requireProof(ctx, current_password)
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
    await sendSecurityNotice(actor.id, passwordChanged)
    return { data: { session_version } }
  },
})
