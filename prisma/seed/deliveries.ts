/** Writes the attempts of a sample webhook's deliveries, as deliveries to a real receiver leave them. */
import { delaysSeconds } from "@/domain/deliveries/retry-schedule"
import { baseUrl } from "@/domain/kernel/base-url"
import { newId } from "@/domain/kernel/ids"
import { seededRandom } from "@/domain/visibility/statistics/seeded-random"
import { signatureHeader } from "@/domain/webhooks/signature"
import type { Prisma } from "../client"

/**
 * `delivered`: the first attempt succeeded. `retried`: the second did. `exhausted`: all attempts failed. `held`: the
 * first attempt failed, and it disabled the webhook.
 */
export type Outcome = "delivered" | "retried" | "exhausted" | "held"
export type Attempt = { startedAt: Date; endedAt: Date; totalMs: number; status: 204 | 500 | 503 }
export type Delivery = { outcome: Outcome; attempts: Attempt[] }

const standardDelays = delaysSeconds("standard")

/** Returns a delivery for each event, in their order. The same events give the same attempts. */
export function planDeliveries(
  url: string,
  events: readonly { at: Date }[],
  outcomeOf: (event: { at: Date }, index: number) => Outcome,
): Delivery[] {
  const random = seededRandom(url)
  return events.map((event, index) => {
    const outcome = outcomeOf(event, index)
    let atMs = event.at.getTime() + 40 + 160 * random()
    const attempts = statusesOf(outcome).map((status, n): Attempt => {
      atMs += 1_000 * (standardDelays[n] ?? 0) * (1 + 0.2 * random())
      const totalMs = 70 + 130 * random()
      return { startedAt: new Date(atMs), endedAt: new Date(atMs + totalMs), totalMs, status }
    })
    return { outcome, attempts }
  })
}

function statusesOf(outcome: Outcome): Attempt["status"][] {
  if (outcome === "delivered") return [204]
  if (outcome === "retried") return [500, 204]
  return outcome === "held" ? [503] : standardDelays.map(() => 503)
}

export type SampleWebhook = { id: string; team_id: string; url: string; secret: Buffer }

/** The webhook has one delivery for each of `deliveries`, in the order of the sequence numbers. */
export async function writeDeliveries(
  tx: Prisma.TransactionClient,
  webhook: SampleWebhook,
  deliveries: readonly Delivery[],
) {
  const { id: endpoint_id, team_id } = webhook
  const messages = await tx.webhookMessage.findMany({ where: { team_id }, orderBy: { seq: "asc" } })
  const stored = await tx.webhookDelivery.findMany({ where: { team_id, endpoint_id } })
  const received = messages.flatMap((message) => {
    const delivery = stored.find(({ message_id }) => message_id === message.id)
    return delivery ? [{ delivery, message }] : []
  })
  for (const [n, { delivery, message }] of received.entries()) {
    const { outcome, attempts } = deliveries[n] as Delivery
    const last = attempts.at(-1) as Attempt
    await tx.webhookDelivery.updateMany({
      where: { team_id, id: delivery.id },
      data: {
        state: stateAfter[outcome],
        attempts: attempts.length,
        last_attempt: attempts.length,
        last_status: last.status,
        last_error_code: errorOf(last),
        created_at: message.occurred_at,
        updated_at: last.endedAt,
        ended_at: outcome === "held" ? null : last.endedAt,
      },
    })
    const data = attempts.map((attempt, index) =>
      attemptRow(webhook, { delivery, message, attempt, number: index + 1 }),
    )
    await tx.webhookAttempt.createMany({ data })
  }
}

const stateAfter = { delivered: "succeeded", retried: "succeeded", exhausted: "exhausted", held: "held" } as const

const errorOf = ({ status }: Attempt) => (status < 500 ? null : "http_5xx")

type Sent = {
  delivery: { id: string }
  message: { id: string; type: string; body: string; seq: bigint; api_version: string }
  attempt: Attempt
  number: number
}

function attemptRow({ id: endpoint_id, team_id, url, secret }: SampleWebhook, { delivery, message, ...sent }: Sent) {
  const { attempt, number } = sent
  const { status, startedAt, endedAt, totalMs } = attempt
  const unixSeconds = Math.floor(startedAt.getTime() / 1_000)
  return {
    id: newId("attempt", startedAt.getTime()),
    team_id,
    delivery_id: delivery.id,
    endpoint_id,
    message_id: message.id,
    event_type: message.type,
    number,
    trigger: "auto",
    state: status < 500 ? "succeeded" : "failed",
    url,
    started_at: startedAt,
    ended_at: endedAt,
    dns_ms: totalMs * 0.03,
    connect_ms: totalMs * 0.12,
    tls_ms: totalMs * 0.25,
    first_byte_ms: totalMs * 0.59,
    total_ms: totalMs,
    remote_ip: "203.0.113.80",
    status,
    error_code: errorOf(attempt),
    request_headers: {
      "user-agent": `Signalbox-Webhooks/1 (+${baseUrl()}/docs/webhooks)`,
      "webhook-timestamp": String(unixSeconds),
      "webhook-signature": signatureHeader(message.id, unixSeconds, message.body, { secrets: [secret] }),
      "signalbox-event-seq": String(message.seq),
      "signalbox-api-version": message.api_version,
    },
    response_headers: status < 500 ? {} : { "content-type": "text/plain" },
    response_body: responseBodies[status],
  }
}

const responseBodies = { 204: null, 500: "Internal error", 503: "The service is unavailable." } as const
