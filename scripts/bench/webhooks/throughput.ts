/**
 * Measures deliveries per second. A bare loop and the product send the same requests in alternating rounds, so that a
 * noisy machine disturbs both alike. Then measures one Inngest function run per delivery.
 */
import { createHmac } from "node:crypto"
import { Pool } from "undici"
import { deliverDue } from "@/domain/deliveries/deliver-due"
import { freshDeliveries } from "@/domain/deliveries/testing/fresh-deliveries"
import { exampleSignalCreated } from "@/domain/events/signal-created"
import { parseSecret } from "@/domain/webhooks/signature"
import { acrossTeams, rows, sql } from "@/prisma/client"
import { median } from "../load"
import type { Target } from "./endpoints"
import { measureRunPerDelivery } from "./one-run-each"

const concurrency = 32
/** Rounds that are not counted: V8 still compiles hot code during them, and the product has the most code. */
const warmUpRounds = 4
const rounds = 15
/** Function runs take much longer, so fewer rounds are enough, each with this share of the messages. */
const functionRunRounds = 5
const functionRunShare = 0.05

export async function measureThroughput(targets: Target[], messages: number) {
  const bareRates: number[] = []
  const productRates: number[] = []
  const functionRunRates: number[] = []
  for (let i = 0; i < warmUpRounds + rounds; i++) {
    const bareRate = await measureBareLoop(targets, messages)
    const productRate = await measureProduct(targets, messages)
    if (i < warmUpRounds) continue
    bareRates.push(bareRate)
    productRates.push(productRate)
  }
  // Measured after the other rounds. Between them, function runs would slow the product down by up to 10%.
  for (let i = 0; i < 1 + functionRunRounds; i++) {
    const perSecond = await measureRunPerDelivery(targets, messages * functionRunShare)
    if (i > 0) functionRunRates.push(perSecond)
  }
  return [
    { name: "bare loop of undici, same requests", perSecond: median(bareRates) },
    { name: "product: claim, sign, send, record", perSecond: median(productRates) },
    { name: "an event and a run of a function for each", perSecond: median(functionRunRates) },
  ]
}

/** Sends the same requests as the product: the same body, signature and headers. */
async function measureBareLoop(targets: Target[], messages: number): Promise<number> {
  const pool = new Pool(new URL(targets[0]?.url ?? "").origin, { connections: concurrency })
  const body = JSON.stringify({ id: "msg_bare", type: "signal.created", data: exampleSignalCreated })
  const secrets = targets.map(({ secret }) => parseSecret(secret))
  let sentCount = 0
  const sendAll = async () => {
    while (sentCount < messages) {
      const n = sentCount++
      const at = Math.floor(Date.now() / 1_000)
      const ulid = String(n).padStart(26, "0")
      const headers = {
        "webhook-id": `msg_${ulid}`,
        "signalbox-delivery-id": `dlv_${ulid}`,
        "signalbox-attempt-id": `att_${ulid}`,
        "signalbox-attempt": "1",
        "signalbox-event-type": "signal.created",
        "content-type": "application/json; charset=utf-8",
        "user-agent": "Signalbox-Webhooks/1 (+http://localhost:3000/docs/webhooks)",
        "webhook-timestamp": String(at),
        "webhook-signature": `v1,${createHmac("sha256", secrets[n % secrets.length] as Buffer)
          .update(`msg_${ulid}.${at}.${body}`)
          .digest("base64")}`,
        "signalbox-event-seq": String(n),
        "signalbox-api-version": "2026-11-01",
        "accept-encoding": "identity",
      }
      const path = new URL(targets[n % targets.length]?.url ?? "").pathname
      const { body: response } = await pool.request({ method: "POST", path, headers, body })
      await response.text()
    }
  }
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: concurrency }, sendAll))
  const perSecond = (messages / (performance.now() - startedAt)) * 1_000
  await pool.close()
  return perSecond
}

async function measureProduct(targets: Target[], messages: number): Promise<number> {
  const perEndpoint = Math.ceil(messages / targets.length)
  for (const { endpoint } of targets)
    await freshDeliveries(endpoint, perEndpoint, { data: exampleSignalCreated, agoSeconds: 60 })
  const startedAt = performance.now()
  const { attempted } = await deliverDue({ signal: AbortSignal.timeout(600_000) })
  const perSecond = (attempted / (performance.now() - startedAt)) * 1_000
  // Across teams: the benchmark checks the deliveries of all its teams.
  const unsent = await acrossTeams(() => rows(sql`select id from webhook_delivery where state <> 'succeeded' limit 1`))
  if (attempted !== perEndpoint * targets.length || unsent.length > 0)
    throw new Error(`${attempted} attempted, not all arrived`)
  return perSecond
}
