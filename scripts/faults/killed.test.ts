/** A kill -9 of the whole with requests under way: the next start sends them again within seconds, the same bytes under the same ids. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { leasesPerEndpoint } from "@/domain/deliveries/leased"
import { freshDeliveries } from "@/domain/deliveries/testing/fresh-deliveries"
import { messageIds, receiving } from "@/domain/deliveries/testing/receiving"
import { ask } from "@/domain/deliveries/testing/rows-of"
import { tell } from "@/domain/testing/size"
import { disconnect, sql } from "@/prisma/client"
import { postgresUrl, readState } from "../postgres/state"
import { newFolder, startSignalbox } from "./signalbox"

vi.setConfig({ testTimeout: 180_000 })

const { folder, remove } = newFolder()
const dataDir = join(folder, "data")
let signalbox: Awaited<ReturnType<typeof startSignalbox>>

/** This process, too, then works on the embedded database, with its secrets. */
async function start() {
  signalbox = await startSignalbox({ dataDir })
  await signalbox.ready()
  const secrets = JSON.parse(readFileSync(join(dataDir, "keys.json"), "utf8"))
  await disconnect()
  Object.assign(process.env, secrets, { DATABASE_URL: postgresUrl(readState(dataDir) ?? { password: "" }) })
}

// The first may have to build.
beforeAll(start, 300_000)
afterAll(async () => {
  await disconnect()
  signalbox.kill("SIGTERM")
  await signalbox.ended
  remove()
})

test("what was under way when the server was killed is sent again within seconds of the next start", async () => {
  let isDead = false
  const { endpoint, requests } = await receiving((_, response) => isDead && response.end())
  await freshDeliveries(endpoint, leasesPerEndpoint)
  await expect.poll(() => requests.length).toBe(leasesPerEndpoint)
  // Only the look for dead processes can free these leases in time.
  await ask(
    sql`update webhook_delivery set leased_until = now() + interval '1 hour' where endpoint_id = ${endpoint.id}`,
  )
  signalbox.kill("SIGKILL")
  await signalbox.ended
  isDead = true
  await start()
  const startedAt = performance.now()
  await expect.poll(() => requests.length, { interval: 20 }).toBe(2 * leasesPerEndpoint)
  tell(
    "sent again after the start, milliseconds",
    requests.slice(leasesPerEndpoint).map(({ at }) => Math.round(at - startedAt)),
  )
  const [before, after] = [requests.slice(0, leasesPerEndpoint), requests.slice(leasesPerEndpoint)]
  expect(messageIds(after).toSorted()).toEqual(messageIds(before).toSorted())
  const bodies = (sent: typeof requests) => sent.map(({ body }) => body).toSorted()
  expect(bodies(after)).toEqual(bodies(before))
})
