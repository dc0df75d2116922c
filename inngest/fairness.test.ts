import { setTimeout as sleep } from "node:timers/promises"
import { expect, it } from "vitest"
import { freshDeliveries } from "@/domain/deliveries/testing/fresh-deliveries"
import { ownDatabase } from "@/domain/deliveries/testing/own-database"
import { receiving } from "@/domain/deliveries/testing/receiving"
import { queryRows } from "@/domain/deliveries/testing/rows-of"
import { isFullSize, printMeasurement, sized } from "@/domain/testing/size"
import { freshTeam } from "@/domain/testing/team"
import { sql } from "@/prisma/client"
import { backgroundWork } from "./testing/background"

ownDatabase()
const backlog = sized(5_000, 100_000)
const flooded = sized(50, 100)
const seconds = sized(15, 120)
const perSecond = 10

it("a large backlog at receivers that take 14 s does not delay ten messages per second of another team", async () => {
  await backgroundWork()
  const flood = await freshTeam({ plan: "scale" })
  const quiet = await freshTeam()
  let inFlight = 0
  let maxInFlight = 0
  const slowly = async (_: unknown, response: { writeHead(status: number): { flushHeaders(): void }; end(): void }) => {
    maxInFlight = Math.max(maxInFlight, ++inFlight)
    await sleep(9_000)
    response.writeHead(200).flushHeaders()
    await sleep(5_000)
    inFlight--
    response.end()
  }
  const slow = await Promise.all(Array.from({ length: flooded }, () => receiving(slowly, { team: flood })))
  const quick = await receiving(undefined, { team: quiet })
  for (const { endpoint } of slow) await freshDeliveries(endpoint, backlog / flooded, { agoSeconds: 3_600 })
  await sleep(2_000)

  const committedAt = new Map<string, number>()
  const waits = () =>
    quick.requests.map(({ headers, at }) => at - (committedAt.get(headers["webhook-id"] as string) ?? Number.NaN))
  for (let i = 0; i < seconds * perSecond; i++) {
    const from = performance.now()
    for (const { message_id } of await freshDeliveries(quick.endpoint)) committedAt.set(message_id, from)
    await sleep(Math.max(0, 1_000 / perSecond - (performance.now() - from)))
  }
  await expect.poll(() => quick.requests.length).toBe(seconds * perSecond)
  const sorted = waits().toSorted((a, b) => a - b)
  const percentile = (share: number) => Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN)
  const figures = {
    backlog,
    p50: percentile(0.5),
    p95: percentile(0.95),
    p99: percentile(0.99),
    max: percentile(1),
    maxInFlight,
  }
  printMeasurement("from before the commit to the receiver, milliseconds", figures)
  if (isFullSize) expect(figures.p99).toBeLessThan(5_000)
  // The other team had many requests in flight at the same time.
  expect(maxInFlight).toBeGreaterThanOrEqual(isFullSize ? 150 : 50)
  await queryRows(sql`delete from webhook_delivery where team_id = ${flood.id} and state = 'pending'`)
})
