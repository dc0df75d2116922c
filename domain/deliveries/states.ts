/** The state machines of deliveries and endpoints. Each is one table from state and event to the next state. */

export const deliveryStates = ["pending", "leased", "succeeded", "exhausted", "cancelled", "held", "expired"] as const
export type DeliveryState = (typeof deliveryStates)[number]

export const deliveryEvents = [
  "claimed",
  "arrived",
  "failed",
  "failed_at_last",
  "aborted",
  "fault_of_ours",
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
 * A leased delivery belongs to the process that sends it. Pausing or deleting the endpoint does not end the lease. The result
 * then decides the next state.
 */
const deliveryMoves: Record<DeliveryState, Partial<Record<DeliveryEvent, DeliveryState>>> = {
  pending: { claimed: "leased", endpoint_stopped: "held", endpoint_deleted: "cancelled" },
  leased: {
    arrived: "succeeded",
    failed: "pending",
    failed_at_last: "exhausted",
    aborted: "cancelled",
    fault_of_ours: "pending",
    lease_expired: "pending",
  },
  held: { released: "pending", endpoint_deleted: "cancelled", held_too_long: "expired" },
  succeeded: {},
  exhausted: {},
  cancelled: {},
  expired: {},
}

export const endpointStates = ["active", "paused_user", "disabled_auto", "disabled_gone", "deleted"] as const
export type EndpointState = (typeof endpointStates)[number]

/** Events that workers cause. What users do to an endpoint is in domain/webhooks. */
export const endpointEvents = ["failed_too_long", "gone"] as const
export type EndpointEvent = (typeof endpointEvents)[number]

/** Returns null when the event changes nothing. */
export const afterEndpointEvent = (state: EndpointState, event: EndpointEvent): EndpointState | null =>
  endpointMoves[state][event] ?? null

const endpointMoves: Record<EndpointState, Partial<Record<EndpointEvent, EndpointState>>> = {
  active: { failed_too_long: "disabled_auto", gone: "disabled_gone" },
  paused_user: { gone: "disabled_gone" },
  disabled_auto: { gone: "disabled_gone" },
  disabled_gone: {},
  deleted: {},
}
