/**
 * Specification of the state machine of deliveries: a table from state and event to the next state.
 *
 * result.ts reads the moves of a leased delivery from it. SQL makes all other moves, and states.test.ts compares it
 * with the table. The table leaves out what users do to deliveries (resend, skip, recover, delete the content). Their
 * operations state it.
 */

export const deliveryStates = ["pending", "leased", "succeeded", "exhausted", "cancelled", "held", "expired"] as const
export type DeliveryState = (typeof deliveryStates)[number]

export const deliveryEvents = [
  "claimed",
  "arrived",
  "failed",
  "retries_exhausted",
  "aborted",
  "internal_error",
  "lease_expired",
  "endpoint_stopped",
  "endpoint_deleted",
  "released",
  "held_too_long",
] as const
export type DeliveryEvent = (typeof deliveryEvents)[number]

/** Returns null when the event does not apply in this state and changes nothing. */
export const afterDeliveryEvent = (state: DeliveryState, event: DeliveryEvent): DeliveryState | null =>
  deliveryMoves[state][event] ?? null

/**
 * A leased delivery belongs to the process that sends it. Pausing or deleting the endpoint does not end the lease. The
 * result and the state of the endpoint then decide the next state.
 */
const deliveryMoves: Record<DeliveryState, Partial<Record<DeliveryEvent, DeliveryState>>> = {
  pending: { claimed: "leased", endpoint_stopped: "held", endpoint_deleted: "cancelled" },
  leased: {
    arrived: "succeeded",
    failed: "pending",
    retries_exhausted: "exhausted",
    aborted: "cancelled",
    internal_error: "pending",
    lease_expired: "pending",
  },
  held: { released: "pending", endpoint_deleted: "cancelled", held_too_long: "expired" },
  succeeded: {},
  exhausted: {},
  cancelled: {},
  expired: {},
}
