/** Outcomes as `send` returns them, for tests of their effects. */
import { wakeEndpoints } from "@/domain/webhooks/endpoint-queue"
import { sql } from "@/prisma/client"
import { claimDelivery } from "../claim"
import { classifyResponse } from "../classify"
import type { LeasedDelivery } from "../leased-delivery"
import type { Outcome } from "../outcome"
import { recordResults } from "../record"
import { freshDeliveries } from "./fresh-deliveries"
import { queryRows } from "./rows-of"

const noResponse: Outcome = {
  kind: "failed",
  status: null,
  errorCode: null,
  retryAfterSeconds: null,
  responseHeaders: {},
  responseBody: null,
  isBodyTruncated: false,
  remoteIp: "192.0.2.80",
  dnsMs: 1,
  connectMs: 2,
  tlsMs: null,
  firstByteMs: 3,
  totalMs: 6.5,
}

/** A response with this status. */
export const responseWith = (status: number, more: Partial<Outcome> = {}): Outcome => ({
  ...noResponse,
  ...classifyResponse(status, undefined),
  status,
  responseBody: "",
  ...more,
})
export const timedOut: Outcome = { ...noResponse, errorCode: "timeout_total" }
export const internalError: Outcome = { ...noResponse, kind: "internal", errorCode: "internal" }

type Endpoint = { id: string; team_id: string }

/** Creates a delivery and leases it. */
export async function freshLease(endpoint: Endpoint): Promise<LeasedDelivery> {
  const [made] = await freshDeliveries(endpoint)
  return leaseOf(endpoint, made?.id ?? "")
}

/** Leases this delivery, due or not. */
export async function leaseOf(endpoint: Endpoint, deliveryId: string): Promise<LeasedDelivery> {
  const leased = await claimDelivery(endpoint.team_id, deliveryId)
  if (!leased) throw new Error(`${deliveryId} is not pending`)
  return leased
}

export const recordOutcome = (leased: LeasedDelivery, outcome: Outcome) =>
  recordResults([{ leased, outcome, requestHeaders: { "webhook-id": leased.message_id } }])

/** Creates deliveries of the endpoint and records one outcome each, in order. */
export async function recordOutcomes(endpoint: Endpoint, ...outcomes: Outcome[]) {
  for (const outcome of outcomes) await recordOutcome(await freshLease(endpoint), outcome)
}

/** Moves all past events of the endpoint back in time by `hours`. */
export async function letHoursPass(endpoint: Endpoint, hours: number) {
  const earlier = sql`make_interval(secs => ${hours * 3600})`
  await queryRows(sql`update webhook_endpoint set first_failure_at = first_failure_at - ${earlier}, last_failure_at = last_failure_at - ${earlier},
    paused_until = paused_until - ${earlier}, breaker_closed_at = breaker_closed_at - ${earlier}, notified_24h_at = notified_24h_at - ${earlier},
    notified_72h_at = notified_72h_at - ${earlier} where id = ${endpoint.id}`)
  await queryRows(
    sql`update webhook_attempt set started_at = started_at - ${earlier}, ended_at = ended_at - ${earlier} where endpoint_id = ${endpoint.id}`,
  )
  await queryRows(
    sql`update webhook_notice set created_at = created_at - ${earlier} where endpoint_id = ${endpoint.id}`,
  )
  await wakeEndpoints([endpoint.id])
}

/** The kinds of the endpoint's notices, in order of creation. */
export async function noticesOf(endpoint: Endpoint): Promise<string[]> {
  const notices = await queryRows<{ kind: string }>(
    sql`select kind from webhook_notice where endpoint_id = ${endpoint.id} order by created_at, id`,
  )
  return notices.map(({ kind }) => kind)
}
