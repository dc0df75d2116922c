import { expect, it } from "vitest"
import { unsentReason } from "./unsent-reason"

const endpoint = { is_deleted: false }
const delivery = {
  state: "held" as const,
  event_type: "signal.created",
  endpoint,
  trigger: "auto" as const,
  last_error_code: null,
  is_retried: true,
  is_replayed: false,
  attempts_made: 0,
  attempts_counted: 0,
  attempts: [],
  next_attempt_at: null,
  ended_at: null,
  message: { expunged_at: null },
}
const eventTypes = ["signal.*"]
const paused = {
  health: "paused" as const,
  why: "Paused manually. 1 event is held.",
  event_types: eventTypes,
  paused_until: null,
}
const active = { health: "active" as const, why: "Delivering.", event_types: eventTypes, paused_until: null }

it("gives the webhook's reason for a held delivery, and how to continue", () => {
  expect(unsentReason(delivery, paused)).toMatch(/^Paused manually\. 1 event is held\. .* resumes the webhook/)
  const why = "The team is suspended, so new events are held."
  expect(unsentReason(delivery, { ...active, health: "suspended", why })).toMatch(
    /^The team is suspended, .* resumes the webhook/,
  )
  expect(unsentReason(delivery, active)).toMatch(/^This delivery was held while the webhook was stopped/)
  expect(unsentReason(delivery, null)).toMatch(/^The webhook was deleted/)
})

it("names the only cause of a cancellation, or all that remain", () => {
  const canceled = { ...delivery, state: "cancelled" as const }
  expect(unsentReason(canceled, active)).toBe(
    "No attempt was made, because someone skipped it when resuming the webhook. The audit log shows who did this. Owners and admins can resend it.",
  )
  expect(unsentReason({ ...canceled, endpoint: { ...endpoint, is_deleted: true } }, null)).toMatch(
    /because the webhook was deleted or someone skipped it .* It cannot be resent, because the webhook no longer exists\.$/,
  )
  expect(unsentReason(canceled, { ...active, event_types: ["scan.completed"] })).toMatch(
    /because its event type was removed from the webhook or someone skipped it /,
  )
  expect(unsentReason({ ...canceled, last_error_code: "aborted" }, active)).toMatch(/^The receiver asked/)
})

it("names a deleted content as a cause only if it was deleted before the cancellation", () => {
  const canceledAt = (ended_at: string) => {
    const message = { expunged_at: "2026-11-20T06:12:03.123Z" }
    return unsentReason({ ...delivery, state: "cancelled", ended_at, message }, active)
  }
  // Content is also deleted after 30 days, without an entry in the audit log.
  const deleted =
    /because the content of the event was deleted or someone skipped it .*webhook\. If a user did this, the audit log shows who\./
  expect(canceledAt("2026-11-20T06:12:03.123Z")).toMatch(deleted)
  expect(canceledAt("2026-11-20T06:12:03.122Z")).toMatch(/because someone skipped it/)
})

it("says whether an exhausted or expired delivery can be resent", () => {
  expect(unsentReason({ ...delivery, state: "exhausted" }, active)).toBe(
    "The last attempt failed, and no retries are left. Owners and admins can resend it.",
  )
  const exhausted = { ...delivery, state: "exhausted" as const }
  expect(unsentReason({ ...exhausted, last_error_code: "gone" }, active)).toMatch(/^The receiver asked for no more/)
  expect(unsentReason({ ...exhausted, is_retried: false }, active)).toBe(
    "The last attempt failed. Manual attempts and test events are not retried. Owners and admins can resend it.",
  )
  expect(unsentReason({ ...delivery, state: "expired", message: null }, active)).toMatch(/its content was deleted\.$/)
})

it("says that a blocked address is attempted three times", () => {
  const blocked = { ...delivery, state: "exhausted" as const, last_error_code: "address_blocked" as const }
  expect(unsentReason({ ...blocked, attempts_counted: 3 }, active)).toBe(
    "The URL points to an address that is not allowed. After 3 attempts, this is not retried. Check the URL and the addresses of its host name. Owners and admins can resend it.",
  )
  expect(unsentReason({ ...blocked, attempts_counted: 1 }, active)).toMatch(/^The last attempt failed, and no retries/)
})

it("does not say that an attempt failed if its result is unknown", () => {
  const lost = { ...delivery, state: "exhausted" as const, attempts: [{ state: "unknown" as const }] }
  for (const is_retried of [true, false])
    expect(unsentReason({ ...lost, is_retried, attempts_made: 50 }, active)).toBe(
      "The last attempt ended without a result. After 50 attempts, this is not retried. Owners and admins can resend it.",
    )
  // A canceled recovery returns a delivery to the state `exhausted`.
  expect(unsentReason({ ...lost, attempts_made: 11 }, active)).toMatch(
    /^The last attempt ended without a result, and no further attempt follows\. /,
  )
})

it("explains nothing for a delivery that was sent or is in flight", () => {
  for (const state of ["leased", "succeeded"] as const) expect(unsentReason({ ...delivery, state }, active)).toBeNull()
})

it("gives the time of the next attempt, and why a due attempt has not started", () => {
  const pending = { ...delivery, state: "pending" as const, next_attempt_at: "2026-11-20T06:12:03.123Z" }
  const earlier = new Date("2026-11-20T06:00:00Z")
  const later = new Date("2026-11-20T07:00:00Z")
  expect(unsentReason(pending, paused, earlier)).toBe("The next attempt is scheduled for 2026-11-20 06:12 UTC.")
  expect(unsentReason(pending, paused, later)).toBe(paused.why)
  const suspended = { ...active, health: "suspended" as const, why: "The team is suspended, so new events are held." }
  expect(unsentReason(pending, suspended, earlier)).toBe(suspended.why)
  const limits =
    "The attempt starts as soon as the webhook's limits and the team's share of all requests in flight allow it."
  const failing = { ...active, health: "failing" as const, why: "3 attempts have failed." }
  const throttled = { ...active, health: "throttled" as const, why: "The receiver asked to wait." }
  const until = (paused_until: string) => unsentReason(pending, { ...throttled, paused_until }, earlier)
  expect(until("2026-11-20T06:30:00Z")).toBe(throttled.why)
  expect(until("2026-11-20T06:05:00Z")).toBe("The next attempt is scheduled for 2026-11-20 06:12 UTC.")
  for (const webhook of [active, failing, null]) expect(unsentReason(pending, webhook, later)).toBe(limits)
  // Requests of a user are also sent while the webhook is stopped.
  for (const trigger of ["manual", "test"] as const)
    for (const webhook of [paused, suspended, { ...throttled, paused_until: "2026-11-20T08:00:00Z" }]) {
      const requested = { ...pending, trigger }
      expect(unsentReason(requested, webhook, earlier)).toBe("The next attempt is scheduled for 2026-11-20 06:12 UTC.")
      expect(unsentReason(requested, webhook, later)).toBe(limits)
    }
})
