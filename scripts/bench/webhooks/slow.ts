/** Measures how long the events of a quiet team take while other teams have endpoints that respond after 9 s. */
import { setTimeout as sleep } from "node:timers/promises"
import { freshDeliveries } from "@/domain/deliveries/testing/fresh-deliveries"
import { startBackgroundWork } from "@/inngest/start"
import { cancelPending } from "./end-deliveries"
import { createEndpoints } from "./endpoints"
import { arrivalTimes, Publisher } from "./publisher"
import { startReceiver } from "./receiver"

const slowTeamsOfCases = [0, 2, 10]
const endpointsPerTeam = 41
const responseMs = 9_000
const perSecond = 4
/** After this time the slow teams have the maximum number of requests in flight. */
const settleMs = 10_000

/** Returns one row per case. `seconds` is the duration of each. */
export async function besideSlowTeams(seconds: number) {
  const slow = await startReceiver({ responseMs })
  const background = startBackgroundWork()
  await background.ready
  try {
    const rows = []
    let slowTeams = 0
    for (const teams of slowTeamsOfCases) {
      await addBacklog(slow.url, teams - slowTeams, seconds)
      slowTeams = teams
      if (teams > 0) await sleep(settleMs)
      rows.push({ case: `quiet team beside ${teams} slow teams`, ...(await quietTeam(seconds)) })
    }
    return rows
  } finally {
    await cancelPending()
    await background.stop()
    slow.stop()
  }
}

/** Gives each endpoint more deliveries than it can get until the last case ends. It gets at most 5 at a time. */
async function addBacklog(receiverUrl: string, teams: number, seconds: number) {
  const rounds = ((seconds * 1_000 + settleMs) * slowTeamsOfCases.length) / responseMs
  for (const { endpoint } of await createEndpoints(receiverUrl, teams, endpointsPerTeam))
    await freshDeliveries(endpoint, Math.ceil(rounds + 1) * 5, { agoSeconds: 3_600 })
}

async function quietTeam(seconds: number) {
  const publisher = new Publisher()
  const receiver = await startReceiver({ onArrivals: publisher.onArrivals })
  const [target] = await createEndpoints(receiver.url, 1, 1)
  for (let sent = 0; target && sent < seconds * perSecond; sent++) {
    await publisher.publish(target)
    await sleep(1_000 / perSecond)
  }
  await publisher.waitForArrivals()
  receiver.stop()
  return arrivalTimes(publisher)
}
