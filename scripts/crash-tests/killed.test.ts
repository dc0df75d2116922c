/**
 * Tests a kill -9 of the server with requests in flight: the next start sends them again with the same bodies and
 * message ids.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { maxInFlightPerEndpoint } from "@/domain/deliveries/leased-delivery"
import { freshDeliveries } from "@/domain/deliveries/testing/fresh-deliveries"
import { messageIds, receiving } from "@/domain/deliveries/testing/receiving"
import { queryRows } from "@/domain/deliveries/testing/rows-of"
import { printMeasurement } from "@/domain/testing/size"
import { disconnect, sql } from "@/prisma/client"
import { postgresUrl, readState } from "../postgres/state"
import { newFolder, startSignalbox } from "./signalbox"

const { folder, remove } = newFolder()
const dataDir = join(folder, "data")
let signalbox: Awaited<ReturnType<typeof startSignalbox>>

/** Starts Signalbox, and points this test process at the same embedded database and secrets. */
async function start() {
  signalbox = await startSignalbox({ dataDir })
  await signalbox.ready()
  const secrets = JSON.parse(readFileSync(join(dataDir, "keys.json"), "utf8"))
  await disconnect()
  Object.assign(process.env, secrets, { DATABASE_URL: postgresUrl(readState(dataDir) ?? { password: "" }) })
}

// The first start may have to build the pages.
beforeAll(start)
afterAll(async () => {
  await disconnect()
  signalbox.kill("SIGTERM")
  await signalbox.ended
  remove()
})

it("sends requests that were in flight at a kill -9 again within seconds of the next start", async () => {
  let isDead = false
  const { endpoint, requests } = await receiving((_, response) => isDead && response.end())
  await freshDeliveries(endpoint, maxInFlightPerEndpoint)
  await expect.poll(() => requests.length).toBe(maxInFlightPerEndpoint)
  // Extends the leases, so that only the search for dead processes can release them before the test times out.
  await queryRows(
    sql`update webhook_delivery set leased_until = now() + interval '1 hour' where endpoint_id = ${endpoint.id}`,
  )
  signalbox.kill("SIGKILL")
  await signalbox.ended
  isDead = true
  await start()
  const startedAt = performance.now()
  await expect.poll(() => requests.length, { interval: 20 }).toBe(2 * maxInFlightPerEndpoint)
  printMeasurement(
    "sent again after the start, milliseconds",
    requests.slice(maxInFlightPerEndpoint).map(({ at }) => Math.round(at - startedAt)),
  )
  const before = requests.slice(0, maxInFlightPerEndpoint)
  const after = requests.slice(maxInFlightPerEndpoint)
  expect(messageIds(after).toSorted()).toEqual(messageIds(before).toSorted())
  const bodies = (sent: typeof requests) => sent.map(({ body }) => body).toSorted()
  expect(bodies(after)).toEqual(bodies(before))
})
