/** Measures metric queries over a million facts of one client, and a report of eight widgets, on one connection. */
import { disconnect } from "@/prisma/client"
import { buildIfStale } from "../start/build"
import { startTemporaryDatabase } from "../temporary-database"
import { clientWithFacts } from "./fill-facts"
import { latencies, median } from "./load"
import { startServer } from "./servers"
import { printTable, round } from "./table"

export async function bench() {
  const temporaryDatabase = await startTemporaryDatabase()
  await buildIfStale()
  const { secret, client_id, report_id } = await clientWithFacts()
  await disconnect()
  const product = await startServer("product")
  const headers = { authorization: `Bearer ${secret}` }
  const get = async (path: string) => {
    const response = await fetch(`${product.url}/api/v1${path}`, { headers })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    await response.arrayBuffer()
  }
  const cases = [
    ["28 days by day, 2 metrics", `/clients/${client_id}/metrics?metrics=ad_spend,ad_clicks&granularity=day`],
    [
      "28 days by day, 3 metrics, compared",
      `/clients/${client_id}/metrics?metrics=ad_spend,ad_ctr,ad_cpa&granularity=day&compare=previous_period`,
    ],
    ["28 days by campaign (249)", `/clients/${client_id}/metrics?metrics=ad_spend,ad_clicks&dimensions=campaign`],
    ["report of 8 widgets", `/reports/${report_id}/data`],
  ] as const
  try {
    const rows = []
    for (const [name, path] of cases) {
      const taken = (await latencies(() => get(path), 200)).sort((a, b) => a - b)
      rows.push({
        case: name,
        "p50 ms": round(median(taken)),
        "p95 ms": round(taken[Math.floor(taken.length * 0.95)] ?? 0),
      })
    }
    printTable("1,000,000 facts of one client, one connection", rows)
  } finally {
    product.stop()
    await temporaryDatabase.stop()
  }
}
