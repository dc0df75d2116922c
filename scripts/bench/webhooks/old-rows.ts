/** Measures a claim with few and with many old rows, and the first page of the delivery log with many old rows. */
import type { Client } from "pg"
import { claim, maxClaimed } from "@/domain/deliveries/claim"
import { listDeliveries } from "@/domain/deliveries/list"
import { fillOld } from "@/domain/deliveries/testing/fill-old"
import { freshDeliveries } from "@/domain/deliveries/testing/fresh-deliveries"
import { run } from "@/domain/kernel/operation"
import { asPerson } from "@/domain/testing/team"
import { repairQueue } from "@/domain/webhooks/endpoint-queue"
import { acrossTeams, rows, sql } from "@/prisma/client"
import { measureLatencies, median, percentile } from "../load"
import { round } from "../table"
import { cancelPending, endDeliveries } from "./end-deliveries"
import type { Target } from "./endpoints"

const claims = 1_000
const claimsPerBacklog = 100
const warmUpClaims = 20

export async function measureOldRows(owner: Client, targets: Target[], count: number) {
  const [{ team, endpoint }] = targets as [Target]
  const withFewRows = await measureClaims(targets)
  const startedAt = performance.now()
  await fillOld(owner, endpoint, count)
  // In production, old rows have long been vacuumed and written to disk.
  await owner.query("vacuum (analyze) webhook_delivery, webhook_message, webhook_attempt")
  await owner.query("checkpoint")
  console.log(`Created ${count} old rows of each kind in ${round((performance.now() - startedAt) / 1_000, 0)} s`)
  const withOldRows = await measureClaims(targets)
  const readLog = () => run(listDeliveries, asPerson(team), { limit: 50 } as never)
  const firstCallAt = performance.now()
  await readLog()
  const firstMs = performance.now() - firstCallAt
  const pages = await measureLatencies(readLog, 30)
  const computations = await measureLatencies(compute, claims)
  return [
    { case: `claim of ${maxClaimed}, few old rows`, ...percentileColumns(withFewRows) },
    { case: `claim of ${maxClaimed}, ${count} old rows`, ...percentileColumns(withOldRows) },
    {
      case: `first page of the log, ${count} rows (first call ${round(firstMs, 0)} ms)`,
      ...percentileColumns(pages),
    },
    { case: "a statement that only computes", ...percentileColumns(computations) },
  ]
}

/** Reads no table. The distance between its p50 and p99 shows how noisy the machine was. */
const compute = () => acrossTeams(() => rows(sql`select count(*) from generate_series(1, 30000)`))

/**
 * Returns the milliseconds of each claim that leases the maximum of `maxClaimed` deliveries. Each delivery is claimed
 * once, and the leased deliveries end before the next claim starts.
 */
async function measureClaims(targets: Target[]): Promise<number[]> {
  const times: number[] = []
  for (let claimed = 0; times.length < claims; claimed++) {
    if (claimed > 2 * claims) throw new Error(`only ${times.length} of ${claimed} claims took ${maxClaimed}`)
    if (claimed % claimsPerBacklog === 0) await renewBacklog(targets)
    const startedAt = performance.now()
    const leased = await claim()
    if (leased.length === maxClaimed) times.push(performance.now() - startedAt)
    await endDeliveries("succeeded", sql`id = any(${leased.map(({ id }) => id)})`)
    await repairQueue()
  }
  await cancelPending()
  return times.slice(warmUpClaims)
}

async function renewBacklog(targets: Target[]) {
  await cancelPending()
  // A fifth more than the claims take, because they do not take the same number from every endpoint.
  const perEndpoint = Math.ceil((claimsPerBacklog * maxClaimed * 1.2) / targets.length)
  for (const { endpoint } of targets) await freshDeliveries(endpoint, perEndpoint, { agoSeconds: 60 })
}

const percentileColumns = (times: number[]) => ({
  "p50 ms": round(median(times)),
  "p99 ms": round(percentile(times, 0.99)),
})
