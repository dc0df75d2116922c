/**
 * Checks email and password. Unknown accounts, wrong passwords and locked accounts cause the same error after the same
 * amount of work, except on a known device.
 */
import { z } from "zod"
import type { PublicContext } from "@/domain/kernel/context"
import { Problem } from "@/domain/kernel/errors"
import { rateLimitKeyOf } from "@/domain/kernel/network"
import { addressKey } from "@/domain/usage/quotas"
import { acrossTeams, rows, sql } from "@/prisma/client"
import { type Attempt, countAttempts, refundAttempts } from "./attempt-limit"
import { knownDevice } from "./known-device"
import { verifyPassword } from "./password"

/** Increasing `session_version` ends all sessions of the user, for example after a new password. */
export const signedIn = z.object({ id: z.string(), name: z.string(), email: z.string(), session_version: z.int() })
export type SignedIn = z.infer<typeof signedIn>
const accountRow = signedIn.extend({ password_hash: z.string().nullable() })

/** `devices`: the known-device tokens that the browser sent. */
type Credentials = { email: string; password: string; devices?: readonly string[] }

/** Returns the user. Throws `sign_in_failed`, or `rate_limited` for a network with too many failures. */
export async function signIn(ctx: PublicContext, credentials: Credentials): Promise<SignedIn> {
  const email = credentials.email.trim().toLowerCase()
  const account = await findAccount(email)
  const device = account && knownDevice(credentials.devices ?? [], account, ctx.now())
  const attempts = device ? attemptsOfDevice(account.id, device) : attemptsOfUnknownDevice(email, ctx.origin.ip)
  // The limit of a network is reported. The limit of an account is not, because that would reveal that it exists.
  await countAttempts(attempts.network)
  const isLocked = !(await isWithinLimits(attempts.account))
  // The token of a known device proves that the account exists, so there is nothing to hide.
  if (isLocked && device) throw signInFailed()
  // Without a hash, the check does the same work and fails, so a locked account looks like a wrong password.
  const isCorrect = await verifyPassword(credentials.password, isLocked ? null : account?.password_hash)
  if (!account || !isCorrect) throw signInFailed()
  await refundAttempts([...attempts.network, ...attempts.account])
  const { password_hash: _, ...person } = account
  return person
}

/** What one sign-in counts against the limits of its network and of its account. */
type SignInAttempts = { network: Attempt[]; account: Attempt[] }

/** A known device has its own limit, so guesses from other browsers cannot lock it out. */
const attemptsOfDevice = (personId: string, device: string): SignInAttempts => ({
  network: [],
  account: [{ policy: "sign_in_device", id: `${personId}:${device}` }],
})

/** Attempts for addresses without an account are counted too. So the limit does not reveal which accounts exist. */
function attemptsOfUnknownDevice(email: string, ip: string | null): SignInAttempts {
  const accountKey = addressKey(email)
  const networkKey = rateLimitKeyOf(ip)
  return {
    network: [{ policy: "sign_in_network", id: networkKey }],
    account: [
      { policy: "sign_in_account_network", id: `${accountKey}:${networkKey}` },
      { policy: "sign_in_account", id: accountKey },
    ],
  }
}

/** Counts the attempt. Returns false when a limit is exceeded, so the account is locked for this browser. */
async function isWithinLimits(attempts: Attempt[]) {
  try {
    await countAttempts(attempts)
    return true
  } catch (error) {
    if (error instanceof Problem && error.code === "rate_limited") return false
    throw error
  }
}

async function findAccount(email: string) {
  // Across teams: users do not belong to a single team.
  const [account] = await acrossTeams(() =>
    rows(
      accountRow,
      sql`
        select id, name, email, session_version, person_password_hash(id) as password_hash
        from "user" where email = ${email}`,
    ),
  )
  return account ?? null
}

const signInFailed = () =>
  new Problem(
    "sign_in_failed",
    "The email or the password is wrong. After ten wrong passwords, signing in with a password is blocked for a while, even with the right password.",
  )
