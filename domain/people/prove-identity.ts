/**
 * Checks that a session belongs to the user of the account, before a change that opens the account to others: a new
 * password, a new email address, a connected account. Without this check, the thief of a session could take over
 * the account. Sessions are read across teams, because they belong to a user and not to a team.
 */
import { z } from "zod"
import type { PersonContext } from "@/domain/kernel/context"
import { Problem } from "@/domain/kernel/errors"
import { acrossTeams, prisma, sql } from "@/prisma/client"
import { countAttempts, refundAttempts } from "./attempt-limit"
import { verifyPassword } from "./password"
import { findPerson } from "./person"

/** How many minutes after a sign-in no other proof is needed. */
export const freshMinutes = 15

type SessionOfUser = { id: string; session_id: string }

/** True when the session started in the last 15 minutes. `byLinkOnly`: and with a sign-in link. */
export async function hasSignedInRecently(session: SessionOfUser, now: Date, { byLinkOnly = false } = {}) {
  const since = new Date(now.getTime() - freshMinutes * 60_000)
  const where = {
    id: session.session_id,
    user_id: session.id,
    created_at: { gt: since },
    ...(byLinkOnly && { is_by_link: true }),
  }
  return (await acrossTeams(() => prisma.session.count({ where }))) > 0
}

export const currentPasswordInput = () =>
  z
    .string()
    .max(200)
    .optional()
    .meta({
      description: `The current password. Omit it within ${freshMinutes} minutes after you signed in with a link from an email. An account without a password needs a session that is not older.`,
    })

/**
 * Returns what the user still has to do. A session that started with an emailed link in the last minutes needs nothing
 * more, and neither does any new session of an account without a password: it started with a link, Google or GitHub.
 */
export async function missingProof({ actor, now }: PersonContext, hasPassword: boolean) {
  if (await hasSignedInRecently(actor, now(), { byLinkOnly: hasPassword })) return null
  return hasPassword ? "current_password" : "new_sign_in"
}

/** Throws when the password is missing or wrong, and when the user must sign in again. Wrong passwords are limited. */
export async function requireProof(ctx: PersonContext, currentPassword = "") {
  const person = await findPerson(sql`u.id = ${ctx.actor.id}`)
  const missing = await missingProof(ctx, person?.has_password ?? false)
  if (missing === null) return
  if (missing === "new_sign_in" || !person)
    throw new Problem(
      "state_conflict",
      `Your account has no password. Sign in again first. Then you have ${freshMinutes} minutes to set a password or change your email address.`,
    )
  const attempts = [{ policy: "password", id: ctx.actor.id }] as const
  await countAttempts(attempts)
  if (!(await verifyPassword(currentPassword, person.password_hash))) throw wrongPassword()
  await refundAttempts(attempts)
}

const wrongPassword = () =>
  new Problem("parameter_invalid", "The current password is wrong.", {
    errors: [{ parameter: "current_password", code: "parameter_invalid", detail: "The current password is wrong." }],
  })
