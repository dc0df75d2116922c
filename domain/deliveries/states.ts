/**
 * Specification of the state machine of deliveries: a table from state and event to the next state.
 *
 * result.ts takes the transitions of a leased delivery from the table. SQL makes all other transitions, and
 * states.test.ts compares them with the table. Transitions that a user causes (resend, skip, recover, delete the
 * content) are not in the table. Those operations define them.
 */

/**
 * `held`: waits until a user resumes the endpoint. `exhausted`: failed, with no retries left. `cancelled`: will not be
 * sent, for example because the endpoint was deleted. `expired`: was held for too long.
 */
export const deliveryStates = ["pending", "leased", "succeeded", "exhausted", "cancelled", "held", "expired"] as const
export type DeliveryState = (typeof deliveryStates)[number]

/**
 * `accepted`: the response had a 2xx status. `failed_with_retry` and `failed_without_retry`: the attempt failed, and a
 * retry follows or not. `aborted`: the receiver wants no more attempts of this message, or its content or its endpoint
 * was deleted. `endpoint_stopped`: the endpoint was paused or disabled, or its team may not send. `resumed`: a user
 * resumed the endpoint.
 */
export const deliveryEvents = [
  "claimed",
  "accepted",
  "failed_with_retry",
  "failed_without_retry",
  "aborted",
  "internal_error",
  "lease_expired",
  "endpoint_stopped",
  "endpoint_deleted",
  "resumed",
  "held_too_long",
] as const
export type DeliveryEvent = (typeof deliveryEvents)[number]

/** Returns null when the event does not apply in this state and changes nothing. */
export const afterDeliveryEvent = (state: DeliveryState, event: DeliveryEvent): DeliveryState | null =>
  deliveryTransitions[state][event] ?? null

/**
 * A leased delivery belongs to the process that sends it. Pausing or deleting the endpoint does not release the lease.
 * The transitions of `leased` to `pending` apply at an active endpoint. At another one the delivery becomes held or
 * canceled instead (`stateByEndpoint`). A lost lease makes it exhausted after `maxAttemptsOfAnyKind` attempts.
 */
const deliveryTransitions: Record<DeliveryState, Partial<Record<DeliveryEvent, DeliveryState>>> = {
  pending: { claimed: "leased", endpoint_stopped: "held", endpoint_deleted: "cancelled" },
  leased: {
    accepted: "succeeded",
    failed_with_retry: "pending",
    failed_without_retry: "exhausted",
    aborted: "cancelled",
    internal_error: "pending",
    lease_expired: "pending",
  },
  held: { resumed: "pending", endpoint_deleted: "cancelled", held_too_long: "expired" },
  succeeded: {},
  exhausted: {},
  cancelled: {},
  expired: {},
}
