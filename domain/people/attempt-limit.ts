/** How often one address, or one person, may try: against guessing, in memory, for this process. */
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible"
import { Problem } from "@/domain/errors"
import { processWide } from "@/domain/process-wide"

const limits = {
  /** Failed sign-ins of one address. */
  sign_in: { points: 50, duration: 15 * 60 },
  sign_up: { points: 100, duration: 60 * 60 },
  /** Letters asked for by one address. */
  letter: { points: 10, duration: 15 * 60 },
  /** Wrong present passwords of one signed-in person. */
  password: { points: 10, duration: 15 * 60 },
}

type Attempt = keyof typeof limits

const limiter = (attempt: Attempt) =>
  processWide(`attempts:${attempt}`, () => new RateLimiterMemory({ keyPrefix: attempt, ...limits[attempt] }))

/** Throws `rate_limited` when `who` has no attempts left; takes none. Whom nobody can name, nobody can count. */
export async function demandAttempts(attempt: Attempt, who: string | null) {
  if (who === null) return
  const state = await limiter(attempt).get(who)
  if (state && state.remainingPoints <= 0) throw tooMany(state)
}

/** Takes one attempt, and throws `rate_limited` when there is none. */
export async function takeAttempt(attempt: Attempt, who: string | null) {
  if (who === null) return
  try {
    await limiter(attempt).consume(who)
  } catch (state) {
    if (state instanceof RateLimiterRes) throw tooMany(state)
    throw state
  }
}

function tooMany({ msBeforeNext }: RateLimiterRes) {
  const minutes = Math.max(1, Math.ceil(msBeforeNext / 60_000))
  return new Problem(
    "rate_limited",
    `Too many attempts. Try again in ${minutes} ${minutes === 1 ? "minute" : "minutes"}.`,
    {
      headers: { "Retry-After": String(Math.ceil(msBeforeNext / 1_000)) },
    },
  )
}
