/**
 * Measures how soon an event of one team is sent while thousands of other teams have a backlog at healthy receivers.
 */
import { setTimeout as sleep } from "node:timers/promises"
import { freshDeliveries } from "@/domain/deliveries/testing/fresh-deliveries"
import { isPending } from "@/domain/webhooks/endpoint-queue"
import { startBackgroundWork } from "@/inngest/start"
import { acrossTeams, rows, sql } from "@/prisma/client"
import { cancelPending } from "./end-deliveries"
import { createEndpoints } from "./endpoints"
import { arrivalTimes, Publisher } from "./publisher"
import { startReceiver } from "./receiver"

const events = 10
/**
 * Pauses between the arrival of an event and the next one. Without a pause, the endpoint was just served, so all others
 * come first in the round-robin order. After 2 s, it is among the next.
 */
const gapsMs = [2_000, 0]

/** `perTeam` must suffice until the last event has arrived. The rows show how many deliveries are left then. */
export async function besideBacklogs(teams: number, perTeam: number) {
  const other = await startReceiver()
  for (const { endpoint } of await createEndpoints(other.url, teams, 1))
    await freshDeliveries(endpoint, perTeam, { agoSeconds: 3_600 })
  const background = startBackgroundWork()
  await background.ready
  try {
    const cases = []
    for (const gapMs of gapsMs)
      cases.push({
        case: `another team beside ${teams}, ${gapMs / 1_000} s after its previous event arrived`,
        ...(await newEvents(gapMs)),
        "deliveries left": await pending(),
      })
    return cases
  } finally {
    await cancelPending()
    await background.stop()
    other.stop()
  }
}

async function newEvents(gapMs: number) {
  const publisher = new Publisher()
  const receiver = await startReceiver({ onArrivals: publisher.onArrivals })
  const [target] = await createEndpoints(receiver.url, 1, 1)
  for (let sent = 0; target && sent < events; sent++) {
    await sleep(gapMs)
    await publisher.publish(target)
    await publisher.waitForArrivals()
  }
  receiver.stop()
  return arrivalTimes(publisher)
}

/** Across teams: the backlogs belong to many. */
async function pending() {
  const [found] = await acrossTeams(() =>
    rows<{ count: number }>(sql`select count(*) as count from webhook_delivery where ${isPending()}`),
  )
  return found?.count ?? 0
}
