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
import { latencies, median, percentile } from "../load"
import { round } from "../table"
import { cancelPending, endDeliveries } from "./end-deliveries"
import type { Target } from "./endpoints"

const claims = 1_000
const claimsOfBacklog = 100

export async function oldRows(owner: Client, targets: Target[], count: number) {
  const [{ team, endpoint }] = targets as [Target]
  const before = await measured(targets)
  const startedAt = performance.now()
  await fillOld(owner, endpoint, count)
  // In production, old rows have long been vacuumed and written to disk.
  await owner.query("vacuum (analyze) webhook_delivery, webhook_message, webhook_attempt")
  await owner.query("checkpoint")
  console.log(`Created ${count} old rows of each kind in ${round((performance.now() - startedAt) / 1_000, 0)} s`)
  const after = await measured(targets)
  const log = () => run(listDeliveries, asPerson(team), { limit: 50 } as never)
  const first = performance.now()
  await log()
  const firstMs = performance.now() - first
  const pages = await latencies(log, 30)
  const computing = await latencies(compute, claims)
  return [
    { case: `claim of ${maxClaimed}, few old rows`, "p50 ms": round(median(before)), "p99 ms": round(p99(before)) },
    { case: `claim of ${maxClaimed}, ${count} old rows`, "p50 ms": round(median(after)), "p99 ms": round(p99(after)) },
    {
      case: `first page of the log, ${count} rows (first call ${round(firstMs, 0)} ms)`,
      "p50 ms": round(median(pages)),
      "p99 ms": round(p99(pages)),
    },
    { case: "a statement that only computes", "p50 ms": round(median(computing)), "p99 ms": round(p99(computing)) },
  ]
}

/** Reads no table. The distance between its p50 and p99 shows how noisy the machine was. */
const compute = () => acrossTeams(() => rows(sql`select count(*) from generate_series(1, 30000)`))

/**
 * Returns the milliseconds of claims that lease the maximum of `maxClaimed` deliveries. Each delivery is claimed once,
 * and the leased deliveries end before the next claim starts.
 */
async function measured(targets: Target[]): Promise<number[]> {
  const times: number[] = []
  for (let claimed = 0; times.length < claims; claimed++) {
    if (claimed > 2 * claims) throw new Error(`only ${times.length} of ${claimed} claims took ${maxClaimed}`)
    if (claimed % claimsOfBacklog === 0) await renewBacklog(targets)
    const startedAt = performance.now()
    const leased = await claim()
    if (leased.length === maxClaimed) times.push(performance.now() - startedAt)
    await endDeliveries("succeeded", sql`id = any(${leased.map(({ id }) => id)})`)
    await repairQueue()
  }
  await cancelPending()
  return times.slice(20)
}

async function renewBacklog(targets: Target[]) {
  await cancelPending()
  const each = Math.ceil((claimsOfBacklog * maxClaimed * 1.2) / targets.length)
  for (const { endpoint } of targets) await freshDeliveries(endpoint, each, { agoSeconds: 60 })
}

const p99 = (values: number[]) => percentile(values, 0.99)
