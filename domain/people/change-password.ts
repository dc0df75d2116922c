/** Changes the password, or sets the first one; every session of before ends. */
import { z } from "zod"
import { Problem } from "@/domain/errors"
import { defineOperation } from "@/domain/operation"
import { prisma, sql } from "@/prisma/client"
import { demandAttempts, takeAttempt } from "./attempt-limit"
import { hashPassword, isPassword } from "./password"
import { findPerson, newPassword } from "./person"
import { forgetSession } from "./session"

export const changePassword = defineOperation({
  id: "people.changePassword",
  summary: "Change your password",
  description: "Ends every session, this one included: sign in again with the new password.",
  audience: "person",
  kind: "mutation",
  input: z.strictObject({
    current_password: z.string().max(200).optional().meta({ description: "Left out only while there is none" }),
    new_password: newPassword(),
  }),
  output: z.object({ session_version: z.int() }),
  async handle({ actor }, { current_password, new_password }) {
    await demandAttempts("password", actor.id)
    const person = await findPerson(sql`u.id = ${actor.id}`)
    if (person?.has_password && !(await isPassword(current_password ?? "", person.password_hash))) {
      await takeAttempt("password", actor.id)
      throw wrongPassword()
    }
    // The version again: a session that ended while this ran sets no password.
    const [changed] = await prisma.user.updateManyAndReturn({
      where: { id: actor.id, session_version: actor.session_version },
      data: { password_hash: await hashPassword(new_password), session_version: { increment: 1 } },
      select: { session_version: true },
    })
    forgetSession(actor.id)
    if (!changed) throw new Problem("session_missing", "Your session has ended. Sign in again.")
    return { data: changed }
  },
})

const wrongPassword = () =>
  new Problem("parameter_invalid", "The current password is wrong.", {
    errors: [{ parameter: "current_password", code: "parameter_invalid", detail: "The current password is wrong." }],
  })
