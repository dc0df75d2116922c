/** Explains why a delivery was not sent, as far as the stored facts tell, and what to do next. */
import type { Data, Webhook } from "@/components/api/types"

type Delivery = Pick<
  Data<"deliveries", "get">,
  "state" | "endpoint" | "last_error_code" | "is_replayed" | "attempts_made"
> & { message: Pick<NonNullable<Data<"deliveries", "get">["message"]>, "body" | "expunged_at"> | null }

/** `webhook` is null when it was deleted. Returns null for deliveries that were sent or will be sent. */
export function unsentReason(delivery: Delivery, webhook: Pick<Webhook, "health" | "why"> | null): string | null {
  switch (delivery.state) {
    case "held":
      return heldReason(webhook)
    case "expired":
      return `The webhook was stopped for too long: this delivery was not sent within 30 days, so it expired. ${howToResend(delivery)}`
    case "exhausted":
      return `The last attempt failed, and no retries are left. ${howToResend(delivery)}`
    case "cancelled":
      return `${canceledReason(delivery)} ${howToResend(delivery)}`
    default:
      return null
  }
}

/** The webhook's own explanation while it waits or is stopped, otherwise null. It can contain times in UTC. */
export const pauseReason = (webhook: Pick<Webhook, "health" | "why"> | null) =>
  webhook && webhook.health !== "active" && webhook.health !== "failing" ? webhook.why : null

function heldReason(webhook: Pick<Webhook, "health" | "why"> | null) {
  if (!webhook) return "The webhook was deleted, so this delivery will be canceled."
  if (webhook.health === "paused" || webhook.health === "disabled")
    return `${webhook.why} When the webhook can send again, resume it to send or skip this delivery.`
  return "This delivery was held while the webhook was stopped or the team could not use webhooks. Resume the webhook to send or skip it."
}

function canceledReason({ attempts_made, endpoint, is_replayed, last_error_code, message }: Delivery) {
  if (last_error_code === "aborted") return "The receiver asked not to receive this message again."
  if (last_error_code === "endpoint_deleted") return "The webhook was deleted before the request was sent."
  const causes = [
    endpoint.is_deleted && "the webhook was deleted",
    message?.expunged_at && "the content of the event was deleted",
    is_replayed && "its recovery was canceled",
    "someone skipped it when resuming the webhook",
  ].filter((cause) => typeof cause === "string")
  const list = new Intl.ListFormat("en", { type: "disjunction" }).format(causes)
  const remaining = attempts_made > 0 ? "No further attempt is made" : "No attempt was made"
  return `${remaining}, because ${list}. The audit log shows who did this.`
}

function howToResend({ endpoint, message }: Delivery) {
  if (endpoint.is_deleted) return "It cannot be resent, because the webhook no longer exists."
  if (message?.body == null) return "It cannot be resent, because its content was deleted."
  return "Owners and admins can resend it."
}
