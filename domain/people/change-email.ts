/** Changes the user's email address with the link that was sent to the new address. */
import { z } from "zod"
import type { PersonContext } from "@/domain/kernel/context"
import { Problem } from "@/domain/kernel/errors"
import { trySendMail } from "@/domain/kernel/mail"
import { defineOperation } from "@/domain/kernel/operation"
import { tokenInput } from "@/domain/teams/invitation"
import { type Prisma, prisma, rowsIn, sql } from "@/prisma/client"
import { isTaken } from "./person"
import { emailChangedEmail, replaceEmail } from "./replace-email"
import { emailTokenHash } from "./request-email-change"

export const changeEmail = defineOperation({
  id: "people.changeEmail",
  summary: "Change your email address with the link from the email",
  description: "The caller must be the user who asked for the change. Ends all your other sessions.",
  audience: "person",
  kind: "mutation",
  input: z.strictObject({ token: tokenInput() }),
  output: z.object({ email: z.string(), session_version: z.int() }),
  fails: ["already_exists"],
  async handle(ctx, { token }) {
    const { actor } = ctx
    try {
      const changed = await prisma.$transaction((tx) => change(tx, ctx, token))
      await trySendMail(emailChangedEmail(actor))
      return { data: changed }
    } catch (error) {
      // Only the owner of the address has the link, so other people do not learn that the address has an account.
      if (isTaken(error, "email"))
        throw new Problem("already_exists", "Another account has this address now. Your address has not changed.")
      throw error
    }
  },
})

async function change(tx: Prisma.TransactionClient, ctx: PersonContext, token: string) {
  const { id, email: before, session_version, session_id } = ctx.actor
  const [request] = await rowsIn(
    tx,
    requestRow,
    sql`
      delete from verification_token
      where token = ${emailTokenHash(token)} and user_id = ${id} and session_version = ${session_version}
        and expires_at > ${ctx.now()}
      returning identifier as email`,
  )
  if (!request) throw linkGone(before)
  const account = { id, email: before, session_version }
  const next = await replaceEmail(tx, ctx, account, { email: request.email, email_verified_at: ctx.now() })
  if (next === null) throw new Problem("session_missing", "Your session has ended. Sign in again.")
  await tx.session.updateMany({ where: { id: session_id, user_id: id }, data: { session_version: next } })
  return { email: request.email, session_version: next }
}

const requestRow = z.object({ email: z.string() })

/** The same error for an unknown link and for one of another account. */
const linkGone = (email: string) =>
  new Problem(
    "resource_not_found",
    `This link does not work for ${email}. It was used, replaced by a newer one or canceled by a new password, or it has expired. If you asked for it from another account, sign in to that account.`,
  )
