/**
 * Delivers in the usual way with Inngest, with one event and one function run per delivery, on the product's engine.
 * The throughput of the product is compared with this.
 */
import { Inngest } from "inngest"
import { serve } from "inngest/edge"
import { makeAttempt } from "@/domain/deliveries/attempt"
import { claimDelivery } from "@/domain/deliveries/claim"
import { freshDeliveries } from "@/domain/deliveries/testing/fresh-deliveries"
import { exampleSignalCreated } from "@/domain/events/signal-created"
import { Engine } from "@/inngest/engine/engine"
import { engineTransport } from "@/inngest/engine/transport"
import { Listener } from "@/inngest/listener"
import type { Target } from "./endpoints"

const signingKey = "signkey-bench-00112233445566778899aabbccddeeff"
const concurrentSenders = 32

/** Returns deliveries per second, measured from the first event to the end of the last run. */
export async function measureRunPerDelivery(targets: Target[], messages: number): Promise<number> {
  let ended = 0
  let onAllEnded = () => {}
  let engine: Engine | undefined
  const client = new Inngest({
    id: "bench",
    isDev: false,
    baseUrl: "http://engine.invalid",
    eventKey: "bench",
    signingKey,
    fetch: engineTransport(() => engine),
    logger: { info() {}, warn() {}, error() {}, debug() {} },
  })
  const deliverOne = client.createFunction(
    { id: "deliver-one", triggers: [{ event: "bench/delivery" }], retries: 2 },
    async ({ event }) => {
      const { team_id, delivery_id } = event.data as { team_id: string; delivery_id: string }
      const leased = await claimDelivery(team_id, delivery_id)
      if (leased) await makeAttempt(leased)
      if (++ended === dueDeliveries.length) onAllEnded()
    },
  )
  const dueDeliveries = await createDeliveries(targets, messages)
  const listener = new Listener()
  engine = new Engine({ handler: { handle: serve({ client, functions: [deliverOne] }), signingKey }, listener })
  await listener.open()
  await engine.start()
  const finished = new Promise<void>((resolve) => (onAllEnded = resolve))
  const startedAt = performance.now()
  const unsent = [...dueDeliveries]
  const send = async () => {
    for (let data = unsent.pop(); data; data = unsent.pop()) await client.send({ name: "bench/delivery", data })
  }
  await Promise.all(Array.from({ length: concurrentSenders }, send))
  await finished
  const perSecond = (dueDeliveries.length / (performance.now() - startedAt)) * 1_000
  await engine.stop()
  await listener.close()
  return perSecond
}

async function createDeliveries(targets: Target[], messages: number) {
  const created: { team_id: string; delivery_id: string }[] = []
  const perEndpoint = Math.ceil(messages / targets.length)
  for (const { endpoint } of targets) {
    const fresh = await freshDeliveries(endpoint, perEndpoint, { data: exampleSignalCreated, agoSeconds: 60 })
    created.push(...fresh.map(({ id }) => ({ team_id: endpoint.team_id, delivery_id: id })))
  }
  return created
}
