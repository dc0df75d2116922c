/**
 * Tests two `npm start` processes on one Postgres: how they share deliveries, and how one takes over when the other is
 * killed.
 */
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeAll, expect, it } from "vitest"
import { maxInFlightPerEndpoint } from "@/domain/deliveries/leased-delivery"
import { freshDeliveries } from "@/domain/deliveries/testing/fresh-deliveries"
import { messageIds, receiving } from "@/domain/deliveries/testing/receiving"
import { queryRows } from "@/domain/deliveries/testing/rows-of"
import { printMeasurement } from "@/domain/testing/size"
import { disconnect, sql } from "@/prisma/client"
import { startTemporaryDatabase } from "../temporary-database"
import { newFolder, startSignalbox } from "./signalbox"

type Process = Awaited<ReturnType<typeof startSignalbox>>

/**
 * More endpoints than one process leases at once (200 deliveries plus its request slots, 5 per endpoint), so that work
 * is left for the other process.
 */
const endpoints = 60
const waves = 20
const messages = endpoints * waves * 2

let database: Awaited<ReturnType<typeof startTemporaryDatabase>>
const folders = [newFolder(), newFolder()]
const running: Process[] = []

beforeAll(async () => {
  database = await startTemporaryDatabase()
  // One after the other, because the first start may have to build the pages.
  for (const place of folders.keys()) running.push(await start(place))
})

afterAll(async () => {
  await Promise.all(running.map(kill))
  await disconnect()
  await database.stop()
  for (const { remove } of folders) remove()
})

async function start(place: number) {
  const shared = ["DATABASE_URL", "NEXTAUTH_SECRET", "SIGNALBOX_KEY_PEPPER", "SIGNALBOX_ENCRYPTION_KEYS"]
  const env = Object.fromEntries(shared.map((name) => [name, process.env[name] ?? ""]))
  const onLoopback = { WEBHOOK_ALLOW_LOOPBACK: "1", WEBHOOK_ALLOW_LOOPBACK_IN_PRODUCTION: "1" }
  const dataDir = join(folders[place]?.folder ?? "", "data")
  const started = await startSignalbox({ dataDir, env: { ...env, ...onLoopback } })
  await started.ready()
  return started
}

async function kill(process: Process) {
  process.kill("SIGKILL")
  await process.ended
}

/**
 * Creates endpoints, each in a separate team, whose receivers respond after `ms`. Their deliveries become due in waves,
 * so that both processes are notified of pending work.
 */
async function backlog(ms: number) {
  const slowly = async (_: unknown, response: { end(): void }) => {
    await sleep(ms)
    response.end()
  }
  const all = await Promise.all(Array.from({ length: endpoints }, () => receiving(slowly)))
  const wave = () => Promise.all(all.map(({ endpoint }) => freshDeliveries(endpoint, messages / endpoints / waves)))
  const made = async () => {
    const ids: string[] = []
    for (let i = 0; i < waves; i++) ids.push(...(await wave()).flat().map(({ message_id }) => message_id))
    return ids
  }
  return {
    made: made(),
    received: () => all.flatMap(({ requests }) => requests),
  }
}

const isAllDone = async () =>
  (await queryRows(sql`select from webhook_delivery where state in ('pending', 'leased') limit 1`)).length === 0

const holders = async () =>
  (
    await queryRows<{ holder: string }>(
      sql`select distinct left(lease_token::text, 8) as holder from webhook_delivery where state = 'leased'`,
    )
  ).map(({ holder }) => holder)
const bothAreDelivering = () => expect.poll(async () => (await holders()).length, { interval: 5 }).toBe(2)

it("two processes share the deliveries, and each message is sent once", async () => {
  const { made, received } = await backlog(200)
  await bothAreDelivering()
  const ids = await made
  await expect.poll(isAllDone).toBe(true)
  expect(messageIds(received()).toSorted()).toEqual(ids.toSorted())
  expect(await queryRows(sql`select state, count(*)::int from webhook_attempt group by 1`)).toEqual([
    { state: "succeeded", count: messages },
  ])
})

it.each([0, 1])(
  "all messages are delivered when process %i is killed, and only those it had in flight are sent twice",
  async (place) => {
    const { made, received } = await backlog(50)
    await bothAreDelivering()
    await kill(running[place] as Process)
    // Extends the leases, so that only the search for dead processes can release them before the test times out.
    await queryRows(sql`update webhook_delivery set leased_until = now() + interval '1 hour' where state = 'leased'`)
    const ids = await made
    await expect.poll(isAllDone).toBe(true)
    expect(new Set(messageIds(received()))).toEqual(new Set(ids))
    const unknown = await queryRows<{ message_id: string }>(sql`select message_id from webhook_attempt
    where state = 'unknown' and message_id = any(${ids})`)
    expect(unknown.length).toBeGreaterThan(0)
    // Requests in flight, and responses that were not recorded yet.
    expect(unknown.length).toBeLessThanOrEqual(endpoints * maxInFlightPerEndpoint)
    const bodies = Map.groupBy(received(), ({ headers }) => headers["webhook-id"] as string)
    const twice = [...bodies].filter(([, requests]) => requests.length > 1)
    expect(unknown.map(({ message_id }) => message_id)).toEqual(expect.arrayContaining(twice.map(([id]) => id)))
    printMeasurement("killed with requests in flight", { unknown: unknown.length, twice: twice.length })
    for (const [, requests] of twice) expect(new Set(requests.map(({ body }) => body)).size).toBe(1)
    running[place] = await start(place)
  },
)
