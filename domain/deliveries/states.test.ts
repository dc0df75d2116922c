import { describe, expect, it } from "vitest"
import { freshEndpoint } from "@/domain/testing/endpoint"
import { freshTeam } from "@/domain/testing/team"
import { cancelUnfinished, holdPending, makeHeldDue } from "@/domain/webhooks/unfinished-deliveries"
import { inTeam, sql } from "@/prisma/client"
import { claimDelivery } from "./claim"
import type { Outcome } from "./outcome"
import { afterDeliveryEvent, type DeliveryEvent, type DeliveryState, deliveryEvents, deliveryStates } from "./states"
import { expireHeldDeliveries, sweep } from "./sweep"
import {
  freshLease,
  internalError,
  letHoursPass,
  recordOutcome,
  recordOutcomes,
  responseWith,
} from "./testing/outcomes"
import { ownDatabase } from "./testing/own-database"
import { deliveriesOf, endpointRow, queryRows } from "./testing/rows-of"

ownDatabase()

type Endpoint = Awaited<ReturnType<typeof freshEndpoint>>
type Lease = Awaited<ReturnType<typeof freshLease>>
const pairs = <A, B>(as: readonly A[], bs: readonly B[]) => as.flatMap((a) => bs.map((b) => [a, b] as const))

/** Creates a delivery in this state. Returns its current or former lease. */
async function deliveryIn(state: DeliveryState, endpoint: Endpoint): Promise<Lease> {
  const lease = await freshLease(endpoint)
  const isLeased = state === "leased"
  await queryRows(sql`update webhook_delivery set state = ${state}, lease_token = ${isLeased ? lease.lease_token : null}::uuid,
    next_attempt_at = ${state === "pending" ? sql`now()` : sql`null`} where id = ${lease.id}`)
  return lease
}

const moveTo = (endpoint: Endpoint, state: string) =>
  queryRows(sql`update webhook_endpoint set state = ${state} where id = ${endpoint.id}`)
const records = (outcome: Outcome) => (lease: Lease) => recordOutcome(lease, outcome)

/** Causes each event the way the product does. */
const causes: Record<DeliveryEvent, (lease: Lease, endpoint: Endpoint) => Promise<unknown>> = {
  claimed: (lease, { team_id }) => claimDelivery(team_id, lease.id),
  accepted: records(responseWith(200)),
  failed_with_retry: records(responseWith(500)),
  failed_without_retry: (lease) => recordOutcome({ ...lease, retry_profile: "none" }, responseWith(500)),
  aborted: records(responseWith(500, { kind: "aborted" })),
  internal_error: records(internalError),
  lease_expired: async (lease) => {
    await queryRows(sql`update webhook_delivery set leased_until = now() - interval '1 s' where id = ${lease.id}`)
    await sweep()
  },
  endpoint_stopped: async (_, endpoint) => {
    await moveTo(endpoint, "paused_user")
    await inTeam(endpoint.team_id, () => holdPending({ teamId: endpoint.team_id, endpointId: endpoint.id }))
    await sweep()
  },
  endpoint_deleted: async (_, endpoint) => {
    await moveTo(endpoint, "deleted")
    await inTeam(endpoint.team_id, () => cancelUnfinished({ teamId: endpoint.team_id, endpointId: endpoint.id }))
    await sweep()
  },
  resumed: (_, { id, team_id }) => inTeam(team_id, () => makeHeldDue({ teamId: team_id, endpointId: id })),
  held_too_long: async (lease) => {
    await queryRows(sql`update webhook_delivery set created_at = now() - interval '31 days' where id = ${lease.id}`)
    await expireHeldDeliveries()
  },
}

describe("a delivery", () => {
  it.each(pairs(deliveryStates, deliveryEvents))("that is %s, when %s", async (state, event) => {
    const endpoint = await freshEndpoint(await freshTeam())
    const lease = await deliveryIn(state, endpoint)
    await causes[event](lease, endpoint)
    expect((await deliveriesOf(endpoint))[0]?.state).toBe(afterDeliveryEvent(state, event) ?? state)
  })

  it("has four final states", () => {
    const ends = deliveryStates.filter((state) =>
      deliveryEvents.every((event) => afterDeliveryEvent(state, event) === null),
    )
    expect(ends).toEqual(["succeeded", "exhausted", "cancelled", "expired"])
  })
})

/** Specification of the state machine of endpoints. What users do to an endpoint is left out. */
const endpointMoves = {
  active: { failed_too_long: "disabled_auto", gone: "disabled_gone" },
  paused_user: { gone: "disabled_gone" },
  disabled_auto: { gone: "disabled_gone" },
  disabled_gone: {},
  deleted: {},
} as const
const endpointStates = ["active", "paused_user", "disabled_auto", "disabled_gone", "deleted"] as const
const endpointEvents = ["failed_too_long", "gone"] as const
type EndpointEvent = (typeof endpointEvents)[number]

describe("an endpoint", () => {
  const causes: Record<EndpointEvent, (endpoint: Endpoint, lease: Lease) => Promise<unknown>> = {
    gone: (_, lease) => recordOutcome(lease, responseWith(410)),
    failed_too_long: (_, lease) => recordOutcome(lease, responseWith(500)),
  }

  it.each(pairs(endpointStates, endpointEvents))("that is %s, when %s", async (state, event) => {
    const endpoint = await freshEndpoint(await freshTeam())
    await recordOutcomes(endpoint, ...Array.from({ length: 5 }, () => responseWith(404)))
    await letHoursPass(endpoint, 121)
    const lease = await freshLease(endpoint)
    await moveTo(endpoint, state)
    await causes[event](endpoint, lease)
    const moves: Partial<Record<EndpointEvent, string>> = endpointMoves[state]
    expect((await endpointRow(endpoint)).state).toBe(moves[event] ?? state)
  })
})
