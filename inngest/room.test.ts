/** What waits until its endpoint has room is sent as soon as it has, whoever's requests made it. */
import { setTimeout as sleep } from "node:timers/promises"
import { expect, test } from "vitest"
import { freshDeliveries } from "@/domain/deliveries/testing/fresh-deliveries"
import { ownDatabase } from "@/domain/deliveries/testing/own-database"
import { receiving } from "@/domain/deliveries/testing/receiving"
import { deliverDue } from "@/domain/deliveries/work"
import { deliverUntilQuiet } from "./deliver-loop"

ownDatabase()

test("though the run that took over has ended, and the requests belong to one whose time is over", async () => {
  const takesMs = 1_500
  const { endpoint, requests } = await receiving(async (_, response) => {
    await sleep(takesMs)
    response.end()
  })
  await freshDeliveries(endpoint, 6)
  const others: Promise<unknown>[] = []
  const handOver = async () => void others.push(deliverUntilQuiet(deliverDue, { lingerMs: 100 }))
  await deliverUntilQuiet(deliverDue, { longestMs: 300, handOver })
  const done = await Promise.all(others)
  expect(done[0]).toEqual({ attempted: 0, nextDueAt: null })
  expect(requests).toHaveLength(6)
  const [first, , , , fifth, sixth] = requests.map(({ at }) => at) as [number, number, number, number, number, number]
  expect(fifth - first).toBeLessThan(takesMs)
  expect(sixth - first).toBeGreaterThanOrEqual(takesMs)
})
