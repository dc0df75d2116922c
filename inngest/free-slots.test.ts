/** Tests that a delivery that waits for a slot of its endpoint is sent when the slot is freed, even by an older run. */
import { expect, test } from "vitest"
import { freshDeliveries } from "@/domain/deliveries/testing/fresh-deliveries"
import { ownDatabase } from "@/domain/deliveries/testing/own-database"
import { receiving } from "@/domain/deliveries/testing/receiving"
import { deliverDue } from "@/domain/deliveries/work"
import { deliverUntilQuiet } from "./deliver-loop"

ownDatabase()

test("the sixth delivery is sent when one of five slow requests of an ended run frees a slot", async () => {
  const respond = Promise.withResolvers<void>()
  const { endpoint, requests } = await receiving(async (_, response) => {
    await respond.promise
    response.end()
  })
  await freshDeliveries(endpoint, 6)
  const handedOver = Promise.withResolvers<void>()
  const runs: ReturnType<typeof deliverUntilQuiet>[] = []
  const handOver = async () => {
    runs.push(deliverUntilQuiet(deliverDue, { lingerMs: 100 }))
    handedOver.resolve()
  }
  const first = deliverUntilQuiet(deliverDue, { maxMs: 2_000, handOver })
  await expect.poll(() => requests.length).toBe(5)
  await handedOver.promise
  expect(await runs[0]).toEqual({ attempted: 0, nextDueAt: null })
  expect(requests).toHaveLength(5)
  respond.resolve()
  await first
  await Promise.all(runs)
  await expect.poll(() => requests.length).toBe(6)
  await Promise.all(runs)
})
