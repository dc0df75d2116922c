/** Computes when a delivery is retried. The pauses of the breaker are in breaker.ts. */
import type { RequestErrorCode } from "@/domain/security/request-errors"
import { type RetryProfile, retryProfiles } from "@/domain/webhooks/settings"
import type { Outcome } from "./outcome"

const second = 1
const minute = 60
const hour = 3600

/** The delay before each attempt, in seconds after the previous attempt. The first attempt has no delay. */
const delaysByProfile: Record<RetryProfile, readonly number[]> = {
  standard: [0, 5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour],
  fast: [0, 5 * second, 30 * second, 2 * minute, 10 * minute, 30 * minute],
  none: [0],
}

export const delaysSeconds = (profile: RetryProfile): readonly number[] => delaysByProfile[profile]

/** A JSON object for SQL, with a value for each profile. */
export const jsonByProfile = (toValue: (profile: RetryProfile) => unknown): string =>
  JSON.stringify(Object.fromEntries(retryProfiles.map((profile) => [profile, toValue(profile)])))

/** The wait after an error on our side. */
const internalRetrySeconds = 30
/** The shortest wait when the receiver is overloaded. */
const minOverloadSeconds = 60
/** A delivery with this many counted attempts is not retried if the address is not allowed (`address_blocked`). */
export const maxAttemptsIfBlocked = 3
/** A delivery with this many attempts of any kind is not retried if the last one lost its lease. */
export const maxAttemptsOfAnyKind = 50
/** Jitter only adds time, so that no attempt comes earlier than the schedule says. */
const jitterShare = 0.2

export type FinishedAttempt = {
  profile: RetryProfile
  /** Attempts that count against the schedule, including the one that has just ended. */
  attemptsCounted: number
  outcome: Pick<Outcome, "kind" | "status" | "errorCode">
  retryAfterSeconds: number | null
  /** A random number from 0 to 1, for the jitter. */
  random: number
}

/**
 * The maximum scheduled delay after each counted attempt, in seconds, including jitter and the overload minimum. A
 * longer wait can only come from Retry-After. Index = counted attempts.
 */
export const maxScheduledSeconds = (profile: RetryProfile): number[] =>
  delaysByProfile[profile].map((delay) => Math.max(delay * (1 + jitterShare), minOverloadSeconds))

/**
 * Seconds until the next attempt, or null when there is none. An error on our side counts as no attempt and is retried
 * after 30 s.
 */
export function secondsToNextAttempt({
  profile,
  attemptsCounted,
  outcome,
  retryAfterSeconds,
  random,
}: FinishedAttempt): number | null {
  if (outcome.kind === "internal") return internalRetrySeconds
  if (outcome.kind !== "failed") return null
  if (outcome.errorCode === "address_blocked" && attemptsCounted >= maxAttemptsIfBlocked) return null
  const delay = delaysByProfile[profile][attemptsCounted]
  if (delay === undefined) return null
  const minSeconds = isOverload(outcome) ? minOverloadSeconds : 0
  return Math.max(delay * (1 + jitterShare * random), minSeconds, retryAfterSeconds ?? 0)
}

const overloadStatuses: readonly (number | null)[] = [429, 502, 503, 504]
const timeouts: readonly (RequestErrorCode | null)[] = [
  "timeout_connect",
  "timeout_tls",
  "timeout_first_byte",
  "timeout_total",
]

/** True when the receiver is overloaded. A retry within a minute would add to its load. */
const isOverload = ({ status, errorCode }: FinishedAttempt["outcome"]) =>
  overloadStatuses.includes(status) || timeouts.includes(errorCode)
