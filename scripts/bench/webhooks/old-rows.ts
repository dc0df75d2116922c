/** What a claim and the first page of the log cost, when there is next to nothing old and when there is much. */
import type { Client } from "pg"
import { claim, maxClaimed } from "@/domain/deliveries/claim"
import { listDeliveries } from "@/domain/deliveries/list"
import { fillOld } from "@/domain/deliveries/testing/fill-old"
import { freshDeliveries } from "@/domain/deliveries/testing/fresh-deliveries"
import { run } from "@/domain/operation"
import { asPerson } from "@/domain/testing/team"
import { acrossTeams, rows, sql } from "@/prisma/client"
import { latencies, median, percentile } from "../load"
import { round } from "../table"
import type { Target } from "./endpoints"

const claims = 300

export async function oldRows(owner: Client, targets: Target[], count: number) {
  const [{ team, endpoint }] = targets as [Target]
  const before = await measured(targets)
  const from = performance.now()
  await fillOld(owner, endpoint, count)
  await owner.query("checkpoint") // what is old has long been written
  console.log(`${count} old rows of each kind made in ${round((performance.now() - from) / 1_000, 0)} s`)
  const after = await measured(targets)
  const log = () => run(listDeliveries, asPerson(team), { limit: 50 } as never)
  const first = performance.now()
  await log()
  const firstMs = performance.now() - first
  const pages = await latencies(log, 30)
  return [
    { case: `claim of ${maxClaimed}, few old rows`, "p50 ms": round(median(before)), "p99 ms": round(p99(before)) },
    { case: `claim of ${maxClaimed}, ${count} old rows`, "p50 ms": round(median(after)), "p99 ms": round(p99(after)) },
    {
      case: `first page of the log, ${count} rows (first call ${round(firstMs, 0)} ms)`,
      "p50 ms": round(median(pages)),
      "p99 ms": round(p99(pages)),
    },
  ]
}

/** Milliseconds of claims that find more due than they take; what they took is given back in between. */
async function measured(targets: Target[]): Promise<number[]> {
  for (const { endpoint } of targets) await freshDeliveries(endpoint, 10, { agoSeconds: 60 })
  const taken: number[] = []
  for (let i = 0; i < claims; i++) {
    const from = performance.now()
    const leased = await claim()
    taken.push(performance.now() - from)
    if (leased.length !== maxClaimed) throw new Error(`${leased.length} claimed`)
    // Across teams: the bench gives back what it took.
    await acrossTeams(() =>
      rows(sql`update webhook_delivery set state = 'pending', lease_token = null where state = 'leased'`),
    )
  }
  await acrossTeams(() => rows(sql`update webhook_delivery set state = 'cancelled' where state = 'pending'`))
  return taken.slice(20)
}

const p99 = (values: number[]) => percentile(values, 0.99)
