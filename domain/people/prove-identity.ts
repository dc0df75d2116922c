/**
 * Requires proof of identity before a change that could hand over the account: a new password, a new email address or a
 * connected account. A session alone is not proof, because it can be stolen. Sessions are read across teams, because
 * they belong to a user and not to a team.
 */
import { z } from "zod"
import type { PersonContext } from "@/domain/kernel/context"
import { Problem } from "@/domain/kernel/errors"
import { acrossTeams, prisma, sql } from "@/prisma/client"
import { countAttempts, refundAttempts } from "./attempt-limit"
import { verifyPassword } from "./password"
import { findPerson } from "./person"

/** Minutes after a sign-in during which no other proof is required. */
export const freshMinutes = 15

/** `id` is the id of the user. */
type SessionOfUser = { id: string; session_id: string }

/** True if the session started in the last 15 minutes. `byLinkOnly`: true only if it started with an emailed link. */
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
      description: `The current password. Omit it within ${freshMinutes} minutes after you signed in with a link from an email. Without a password, sign in again first: the session must have started at most ${freshMinutes} minutes ago.`,
    })

/**
 * Returns the proof that is still missing, or null. A recent sign-in is proof if it was by an emailed link, or if the
 * account has no password, because the sign-in was then by a link, Google or GitHub.
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
