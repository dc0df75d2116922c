import { expect, it } from "vitest"
import { run } from "@/domain/kernel/operation"
import { receiver } from "@/domain/testing/receiver"
import { asPerson } from "@/domain/testing/team"
import { closedAfterTest } from "@/domain/testing/try-receiver"
import { updateWebhook } from "@/domain/webhooks/update"
import { sql } from "@/prisma/client"
import { sendAttempt } from "./attempt"
import { claim } from "./claim"
import { deliverDue } from "./deliver-due"
import type { LeasedDelivery } from "./leased-delivery"
import { freshDeliveries } from "./testing/fresh-deliveries"
import { ownDatabase } from "./testing/own-database"
import { receiving } from "./testing/receiving"
import { queryRows } from "./testing/rows-of"

ownDatabase()

const soon = () => ({ signal: AbortSignal.timeout(20_000) })
const token = [{ name: "x-token", value: "only for the first address" }]

it("a process that still stores the old headers does not send them to the new URL", async () => {
  const { team, endpoint, requests } = await receiving()
  const second = await closedAfterTest(receiver())
  await run(updateWebhook, asPerson(team), { webhook_id: endpoint.id, headers: token } as never)
  await freshDeliveries(endpoint)
  await deliverDue(soon())
  expect(requests.map(({ headers }) => headers["x-token"])).toEqual(["only for the first address"])

  // Changes the endpoint like another process: the cache of this process stays.
  await queryRows(
    sql`update webhook_endpoint set url = ${second.url}, header_names = '{}', headers_sealed = null where id = ${endpoint.id}`,
  )
  await freshDeliveries(endpoint)
  await deliverDue(soon())
  expect(second.requests).toHaveLength(1)
  expect(second.requests[0]?.headers).not.toHaveProperty("x-token")
})

it("a delivery that was leased before the URL changed is not sent to the old URL with the new headers", async () => {
  const { team, endpoint, requests } = await receiving()
  const second = await closedAfterTest(receiver())
  await freshDeliveries(endpoint)
  const [leased] = await claim()
  const change = { webhook_id: endpoint.id, url: second.url, headers: token }
  await run(updateWebhook, asPerson(team), change as never)
  expect((await sendAttempt(leased as LeasedDelivery)).outcome.kind).toBe("internal")
  expect([...requests, ...second.requests]).toEqual([])
})
