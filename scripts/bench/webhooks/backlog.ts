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
import { arrivalColumns, Publisher } from "./publisher"
import { startReceiver } from "./receiver"

const events = 10
/**
 * Pauses between the arrival of an event and the publication of the next one. Without a pause, all other endpoints come
 * first in the round-robin order, because this one was just served. After 2 s, it is among the next.
 */
const gapsMs = [2_000, 0]

/** `perTeam` deliveries must suffice until the last event has arrived. Each row shows how many are left then. */
export async function measureBesideBacklogs(teams: number, perTeam: number) {
  const backlogReceiver = await startReceiver()
  for (const { endpoint } of await createEndpoints(backlogReceiver.url, teams, 1))
    await freshDeliveries(endpoint, perTeam, { agoSeconds: 3_600 })
  const background = startBackgroundWork()
  await background.ready
  try {
    const cases = []
    for (const gapMs of gapsMs)
      cases.push({
        case: `another team beside ${teams}, ${gapMs / 1_000} s after its previous event arrived`,
        ...(await measureEvents(gapMs)),
        "deliveries left": await countPending(),
      })
    return cases
  } finally {
    await cancelPending()
    await background.stop()
    backlogReceiver.stop()
  }
}

async function measureEvents(gapMs: number) {
  const publisher = new Publisher()
  const receiver = await startReceiver({ onArrivals: publisher.onArrivals })
  const [target] = await createEndpoints(receiver.url, 1, 1)
  for (let sent = 0; target && sent < events; sent++) {
    await sleep(gapMs)
    await publisher.publish(target)
    await publisher.waitForArrivals()
  }
  receiver.stop()
  return arrivalColumns(publisher)
}

/** Counts across teams, because the backlogs belong to many. */
async function countPending() {
  const [row] = await acrossTeams(() =>
    rows<{ count: number }>(sql`select count(*) as count from webhook_delivery where ${isPending()}`),
  )
  return row?.count ?? 0
}
