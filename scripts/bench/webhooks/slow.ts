/** Measures how long the events of a quiet team take while other teams have endpoints that respond after 9 s. */
import { setTimeout as sleep } from "node:timers/promises"
import { freshDeliveries } from "@/domain/deliveries/testing/fresh-deliveries"
import { startBackgroundWork } from "@/inngest/start"
import { cancelPending } from "./end-deliveries"
import { createEndpoints } from "./endpoints"
import { arrivalColumns, Publisher } from "./publisher"
import { startReceiver } from "./receiver"

/** The number of slow teams in each case. Slow teams stay until the end, so the numbers must ascend. */
const slowTeamCounts = [0, 2, 10]
const endpointsPerTeam = 41
const responseMs = 9_000
const perSecond = 4
/** After this time the slow teams have the maximum number of requests in flight. */
const settleMs = 10_000

/** Returns one row per case. `seconds` is the duration of each. */
export async function measureBesideSlowTeams(seconds: number) {
  const slowReceiver = await startReceiver({ responseMs })
  const background = startBackgroundWork()
  await background.ready
  try {
    const rows = []
    let slowTeams = 0
    for (const teams of slowTeamCounts) {
      await addBacklog(slowReceiver.url, teams - slowTeams, seconds)
      slowTeams = teams
      if (teams > 0) await sleep(settleMs)
      rows.push({ case: `quiet team beside ${teams} slow teams`, ...(await measureQuietTeam(seconds)) })
    }
    return rows
  } finally {
    await cancelPending()
    await background.stop()
    slowReceiver.stop()
  }
}

/** The maximum number of requests in flight to one endpoint. */
const maxInFlight = 5

/** Gives each endpoint more deliveries than it can get until the last case ends. */
async function addBacklog(receiverUrl: string, teams: number, seconds: number) {
  const responses = ((seconds * 1_000 + settleMs) * slowTeamCounts.length) / responseMs
  for (const { endpoint } of await createEndpoints(receiverUrl, teams, endpointsPerTeam))
    await freshDeliveries(endpoint, Math.ceil(responses + 1) * maxInFlight, { agoSeconds: 3_600 })
}

async function measureQuietTeam(seconds: number) {
  const publisher = new Publisher()
  const receiver = await startReceiver({ onArrivals: publisher.onArrivals })
  const [target] = await createEndpoints(receiver.url, 1, 1)
  for (let sent = 0; target && sent < seconds * perSecond; sent++) {
    await publisher.publish(target)
    await sleep(1_000 / perSecond)
  }
  await publisher.waitForArrivals()
  receiver.stop()
  return arrivalColumns(publisher)
}
