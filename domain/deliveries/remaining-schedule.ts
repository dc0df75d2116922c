/** Computes the planned attempts of a delivery, if every attempt from now on fails. Jitter and a receiver's Retry-After may delay them. */
import type { Delivery } from "./delivery"
import { delaysSeconds, type RetryProfile } from "./retry-schedule"

export type ScheduledAttempt = { attempt: number; at: string }

/** Returns an empty list when no attempt is planned. `attempt` numbers only attempts that count against the schedule. */
export function remainingSchedule(delivery: Delivery, profile: RetryProfile): ScheduledAttempt[] {
  const { state, next_attempt_at, attempts_counted, is_retried } = delivery
  if (state !== "pending" || !next_attempt_at) return []
  let at = Date.parse(next_attempt_at)
  const later = is_retried ? delaysSeconds(profile).slice(attempts_counted + 1) : []
  return [0, ...later].map((delay, i) => {
    at += delay * 1_000
    return { attempt: attempts_counted + 1 + i, at: new Date(at).toISOString() }
  })
}
