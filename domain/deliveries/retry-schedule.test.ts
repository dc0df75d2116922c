import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type RequestErrorCode, requestErrors } from "@/domain/security/request-errors"
import { type RetryProfile, retryProfiles } from "@/domain/webhooks/settings"
import { disableAfterHours } from "./endpoint-health"
import {
  delaysSeconds,
  type FinishedAttempt,
  maxAttemptsIfBlocked,
  maxScheduledSeconds,
  secondsToNextAttempt,
} from "./retry-schedule"

const failed = (errorCode: RequestErrorCode, status: number | null = null) =>
  ({ kind: "failed", status, errorCode }) as const

const next = (more: Partial<FinishedAttempt>) =>
  secondsToNextAttempt({
    profile: "standard",
    attemptsCounted: 1,
    outcome: failed("http_5xx", 500),
    retryAfterSeconds: null,
    random: 0,
    ...more,
  })

/** The times of all attempts, in seconds after the first, if each fails the same way. */
function moments(profile: RetryProfile, more: Partial<FinishedAttempt> = {}) {
  const all = [0]
  for (let attemptsCounted = 1; ; attemptsCounted++) {
    const delay = next({ profile, attemptsCounted, ...more })
    if (delay === null) return all
    all.push((all.at(-1) ?? 0) + delay)
  }
}

const min = 60
const h = 3600

describe("the retry schedule", () => {
  it("makes ten attempts in 75 h 35 min 05 s with the standard profile", () => {
    expect(moments("standard")).toEqual([
      0,
      5,
      5 * min + 5,
      35 * min + 5,
      2 * h + 35 * min + 5,
      7 * h + 35 * min + 5,
      17 * h + 35 * min + 5,
      31 * h + 35 * min + 5,
      51 * h + 35 * min + 5,
      75 * h + 35 * min + 5,
    ])
  })

  it("makes six attempts with the fast profile, and one with the profile none", () => {
    expect(moments("fast")).toEqual([0, 5, 35, 155, 755, 2555])
    expect(moments("none")).toEqual([0])
    expect(retryProfiles.map((profile) => delaysSeconds(profile).length)).toEqual([10, 6, 1])
  })

  it("retries after five seconds when the connection fails immediately", () => {
    for (const code of ["connection_refused", "connection_reset", "network_unreachable", "dns_not_found"] as const)
      expect(next({ outcome: failed(code) })).toBe(5)
  })

  it.each([429, 502, 503, 504])("waits at least a minute after status %d", (status) => {
    expect(next({ outcome: failed(status === 429 ? "rate_limited" : "http_5xx", status) })).toBe(60)
    expect(next({ outcome: failed("http_5xx", status), attemptsCounted: 2 })).toBe(300)
  })

  it.each(["timeout_connect", "timeout_tls", "timeout_first_byte", "timeout_total"] as const)(
    "waits at least a minute after %s",
    (code) => {
      expect(next({ outcome: failed(code) })).toBe(60)
    },
  )

  it("has no minimum wait after any other failure", () => {
    for (const status of [301, 400, 401, 404, 408, 425, 500, 501, 505])
      expect(next({ outcome: failed("http_4xx", status) })).toBe(5)
    for (const code of Object.keys(requestErrors) as RequestErrorCode[])
      if (!code.startsWith("timeout_")) expect(next({ outcome: failed(code) })).toBe(5)
  })

  it("retries no earlier than Retry-After and the schedule require", () => {
    expect(next({ retryAfterSeconds: 90 })).toBe(90)
    expect(next({ retryAfterSeconds: 90, attemptsCounted: 2 })).toBe(300)
    expect(next({ retryAfterSeconds: 10, outcome: failed("http_5xx", 503) })).toBe(60)
    expect(next({ retryAfterSeconds: 86_400, attemptsCounted: 9 })).toBe(86_400)
    expect(next({ retryAfterSeconds: 90, attemptsCounted: 10 })).toBeNull()
  })

  it("attempts a blocked address three times", () => {
    expect(moments("standard", { outcome: failed("address_blocked") })).toEqual([0, 5, 305])
    expect(moments("none", { outcome: failed("address_blocked") })).toEqual([0])
  })

  it("ends when the message succeeds, and when the receiver rejects further attempts", () => {
    for (const kind of ["success", "gone", "aborted"] as const)
      expect(next({ outcome: { kind, status: 200, errorCode: null } })).toBeNull()
  })

  it("retries in 30 seconds after every internal error", () => {
    for (const profile of retryProfiles)
      for (const attemptsCounted of [0, 1, 9, 10, 100])
        expect(
          next({ profile, attemptsCounted, outcome: { kind: "internal", status: null, errorCode: "internal" } }),
        ).toBe(30)
  })

  it("states the longest scheduled delays, which include full jitter and are at least a minute", () => {
    expect(maxScheduledSeconds("standard")).toEqual([
      60,
      60,
      6 * min,
      36 * min,
      2.4 * h,
      6 * h,
      12 * h,
      16.8 * h,
      24 * h,
      28.8 * h,
    ])
    expect(maxScheduledSeconds("fast")).toEqual([60, 60, 60, 144, 12 * min, 36 * min])
    expect(maxScheduledSeconds("none")).toEqual([60])
  })

  it("ends before its failures disable the endpoint, even with full jitter", () => {
    for (const profile of retryProfiles) {
      const [, ...retryDelays] = maxScheduledSeconds(profile)
      const totalSeconds = retryDelays.reduce((sum, seconds) => sum + seconds, 0)
      expect(totalSeconds, profile).toBeLessThan(disableAfterHours * h)
    }
  })

  it("adds at most a fifth of jitter after any failure", () => {
    const attempted = fc.record({
      profile: fc.constantFrom(...retryProfiles),
      attemptsCounted: fc.integer({ min: 1, max: 12 }),
      outcome: fc.record({
        kind: fc.constant("failed" as const),
        status: fc.option(fc.integer({ min: 300, max: 599 })),
        errorCode: fc.constantFrom(...(Object.keys(requestErrors) as RequestErrorCode[])),
      }),
      retryAfterSeconds: fc.option(fc.integer({ min: 1, max: 86_400 })),
      random: fc.double({ min: 0, max: 1, noNaN: true }),
    })
    fc.assert(
      fc.property(attempted, (given) => {
        const delay = delaysSeconds(given.profile)[given.attemptsCounted]
        const seconds = secondsToNextAttempt(given)
        const isLast =
          delay === undefined ||
          (given.outcome.errorCode === "address_blocked" && given.attemptsCounted >= maxAttemptsIfBlocked)
        expect(seconds === null).toBe(isLast)
        if (seconds === null) return
        expect(seconds).toBeGreaterThanOrEqual(Math.max(delay ?? 0, given.retryAfterSeconds ?? 0))
        expect(seconds).toBeLessThanOrEqual(Math.max((delay ?? 0) * 1.2, given.retryAfterSeconds ?? 0, 60))
      }),
      { numRuns: 2000 },
    )
  })
})
