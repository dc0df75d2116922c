/**
 * Explains why a delivery was not sent, as far as the stored data shows it, and what to do next. For the delivery's
 * page and for operators.
 */
import { matchesType } from "@/domain/events/catalogue"
import { formatUtc, type Health } from "@/domain/webhooks/health"
import { type Delivery, isUserRequested } from "./delivery"
import type { LoggedAttempt } from "./logged-attempt"
import { maxAttemptsIfBlocked, maxAttemptsOfAnyKind } from "./retry-schedule"

type Facts = Pick<
  Delivery,
  | "state"
  | "event_type"
  | "trigger"
  | "last_error_code"
  | "is_retried"
  | "is_replayed"
  | "attempts_made"
  | "attempts_counted"
  | "next_attempt_at"
  | "ended_at"
> & {
  endpoint: Pick<Delivery["endpoint"], "is_deleted">
  /** null after the retention period. */
  message: { expunged_at: string | null } | null
  /** Newest first. Only the newest is read. */
  attempts: readonly Pick<LoggedAttempt, "state">[]
}

/**
 * `why` explains `health`. `suspended`: the webhook's team is suspended. `paused_until`: the end of a throttle. Until
 * then, only deliveries that a user requested are sent.
 */
type Webhook = {
  health: Health | "suspended"
  why: string
  event_types: readonly string[]
  paused_until: string | null
}

/**
 * `webhook` is null when it was deleted. Returns null for deliveries that were sent or are in flight. The sentence can
 * contain times in UTC.
 */
export function unsentReason(delivery: Facts, webhook: Webhook | null, now = new Date()): string | null {
  switch (delivery.state) {
    case "pending":
      return pendingReason(delivery, isUserRequested(delivery.trigger) ? null : webhook, now)
    case "held":
      return heldReason(webhook)
    case "expired":
      return `The webhook was stopped for too long: this delivery was not sent within 30 days, so it expired. ${howToResend(delivery)}`
    case "exhausted":
      return `${exhaustedReason(delivery)} ${howToResend(delivery)}`
    case "cancelled":
      return `${canceledReason(delivery, webhook)} ${howToResend(delivery)}`
    default:
      return null
  }
}

/** `webhook`: null if it cannot delay the delivery. */
function pendingReason({ next_attempt_at }: Facts, webhook: Webhook | null, now: Date) {
  if (webhook?.health === "suspended") return webhook.why
  const dueAt = Date.parse(next_attempt_at ?? "")
  const isPausedLonger = webhook?.health === "throttled" && Date.parse(webhook.paused_until ?? "") > dueAt
  if (dueAt > now.getTime() && next_attempt_at && !isPausedLonger)
    return `The next attempt is scheduled for ${formatUtc(next_attempt_at)}.`
  if (webhook && webhook.health !== "active" && webhook.health !== "failing") return webhook.why
  return "The attempt starts as soon as the webhook's limits and the team's share of all requests in flight allow it."
}

function heldReason(webhook: Webhook | null) {
  if (!webhook) return "The webhook was deleted, so this delivery will be canceled."
  if (webhook.health === "paused" || webhook.health === "disabled" || webhook.health === "suspended")
    return `${webhook.why} This delivery is sent or skipped when an owner or admin resumes the webhook.`
  return "This delivery was held while the webhook was stopped or the team could not use webhooks. Resume the webhook to send or skip it."
}

function exhaustedReason({ last_error_code, is_retried, attempts_made, attempts_counted, attempts }: Facts) {
  if (attempts[0]?.state === "unknown") {
    if (attempts_made < maxAttemptsOfAnyKind)
      return "The last attempt ended without a result, and no further attempt follows."
    return `The last attempt ended without a result. After ${maxAttemptsOfAnyKind} attempts, this is not retried.`
  }
  if (last_error_code === "gone")
    return "The receiver asked for no more events (status 410 or webhook-delivery: disable), so this one is not retried."
  if (!is_retried) return "The last attempt failed. Manual attempts and test events are not retried."
  if (last_error_code === "address_blocked" && attempts_counted >= maxAttemptsIfBlocked)
    return `The URL points to an address that is not allowed. After ${maxAttemptsIfBlocked} attempts, this is not retried. Check the URL and the addresses of its host name.`
  return "The last attempt failed, and no retries are left."
}

function canceledReason(delivery: Facts, webhook: Webhook | null) {
  const { attempts_made, endpoint, event_type, is_replayed, last_error_code, message, ended_at } = delivery
  // If the content was deleted after the delivery ended, that is not the cause.
  const hadNoContent = message?.expunged_at && Date.parse(message.expunged_at) <= Date.parse(ended_at ?? "")
  if (last_error_code === "aborted") return "The receiver asked not to receive this message again."
  if (last_error_code === "endpoint_deleted") return "The webhook was deleted before the request was sent."
  const causes = [
    endpoint.is_deleted && "the webhook was deleted",
    webhook && !matchesType(webhook.event_types, event_type) && "its event type was removed from the webhook",
    hadNoContent && "the content of the event was deleted",
    is_replayed && "its recovery was canceled",
    "someone skipped it when resuming the webhook",
  ].filter((cause) => typeof cause === "string")
  const list = new Intl.ListFormat("en", { type: "disjunction" }).format(causes)
  const remaining = attempts_made > 0 ? "No further attempt is made" : "No attempt was made"
  // Contents are also deleted after 30 days, which is not in the audit log.
  const auditHint = hadNoContent ? "If a user did this, the audit log shows who." : "The audit log shows who did this."
  return `${remaining}, because ${list}. ${auditHint}`
}

function howToResend({ endpoint, message }: Facts) {
  if (endpoint.is_deleted) return "It cannot be resent, because the webhook no longer exists."
  if (!message || message.expunged_at) return "It cannot be resent, because its content was deleted."
  return "Owners and admins can resend it."
}
