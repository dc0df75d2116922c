import { expect, it } from "vitest"
import { pauseReason, unsentReason } from "./unsent-reason"

const endpoint = { id: "we_1", url: "https://crm.example", description: "", is_deleted: false }
const delivery = {
  state: "held" as const,
  endpoint,
  last_error_code: null,
  is_replayed: false,
  attempts_made: 0,
  message: { body: "{}", expunged_at: null },
}
const paused = { health: "paused" as const, why: "Paused manually. 1 event is held." }
const active = { health: "active" as const, why: "Delivering." }

it("gives the webhook's reason for a held delivery, and how to continue", () => {
  expect(unsentReason(delivery, paused)).toMatch(/^Paused manually\. 1 event is held\. .* resume it/)
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
  expect(unsentReason({ ...canceled, last_error_code: "aborted" }, active)).toMatch(/^The receiver asked/)
})

it("says whether an exhausted or expired delivery can be resent", () => {
  expect(unsentReason({ ...delivery, state: "exhausted" }, active)).toBe(
    "The last attempt failed, and no retries are left. Owners and admins can resend it.",
  )
  expect(unsentReason({ ...delivery, state: "expired", message: null }, active)).toMatch(/its content was deleted\.$/)
})

it("explains nothing for a delivery that was sent or will be sent", () => {
  for (const state of ["pending", "leased", "succeeded"] as const)
    expect(unsentReason({ ...delivery, state }, active)).toBeNull()
})

it("reports why a webhook waits, and nothing while it sends", () => {
  expect(pauseReason(paused)).toBe(paused.why)
  expect(pauseReason({ health: "failing", why: "3 attempts have failed." })).toBeNull()
})
