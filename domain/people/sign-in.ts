/** Checks e-mail and password. Unknown, wrong and locked answer alike, in the same time. */
import type { PublicContext } from "@/domain/context"
import { Problem } from "@/domain/errors"
import { acrossTeams, rows, sql } from "@/prisma/client"
import { demandAttempts, takeAttempt } from "./attempt-limit"
import { isPassword } from "./password"

/** Failed attempts before the account locks: 15 minutes, then twice as long with each further failure, a day at most. */
const freeFailures = 10
const firstLockMinutes = 15
const longestLockMinutes = 24 * 60

export type SignedIn = { id: string; name: string; email: string; session_version: number }

/** The person, or a Problem: `sign_in_failed`, or `rate_limited` for an address that fails too often. */
export async function signIn(ctx: PublicContext, given: { email: string; password: string }): Promise<SignedIn> {
  await demandAttempts("sign_in", ctx.origin.ip)
  // Across teams: people belong to none.
  const found = await acrossTeams(async () => {
    const account = await claimAttempt(given.email.trim().toLowerCase(), ctx.now())
    if (!(await isPassword(given.password, account?.password_hash)) || !account) return null
    await rows(sql`update "user" set failed_sign_ins = 0, locked_until = null where id = ${account.id}`)
    return account
  })
  if (!found) {
    await takeAttempt("sign_in", ctx.origin.ip).catch(() => {})
    throw new Problem(
      "sign_in_failed",
      `E-mail or password is wrong. After ${freeFailures} wrong passwords an account is locked for a while.`,
    )
  }
  const { password_hash: _, ...person } = found
  return person
}

/**
 * Counts the attempt as failed before the password is looked at, in one statement: so a hundred guesses at once are a
 * hundred, and not one. A locked account gives no row.
 */
async function claimAttempt(email: string, now: Date) {
  const failures = sql`(failed_sign_ins + 1)`
  const [account] = await rows<SignedIn & { password_hash: string | null }>(sql`
    update "user" set failed_sign_ins = ${failures}, locked_until = case when ${failures} < ${freeFailures} then null else
      ${now}::timestamptz + least(${longestLockMinutes}, ${firstLockMinutes} * power(2, least(${failures} - ${freeFailures}, 10)))
        * interval '1 minute' end
    where email = ${email} and (locked_until is null or locked_until <= ${now}::timestamptz)
    returning id, name, email, session_version, person_password_hash(id) as password_hash`)
  return account
}
