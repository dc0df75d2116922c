/**
 * Measures the same requests while the number of clients in the database grows. Each request goes to another client.
 */
import { loadavg } from "node:os"
import { disconnect } from "@/prisma/client"
import { startTemporaryDatabase } from "../../temporary-database"
import { teamWithClients } from "../fill"
import { measureLatencies, percentile } from "../load"
import { resolveDates } from "../query-dates"
import { createGetter, liftLimits } from "../rest-in-process"
import { printTable, round } from "../table"
import { type FilledClient, factsPerClient, fillClients } from "./fill"

const cases: Record<string, (client: FilledClient) => string> = {
  "28 days by day, 1 metric": metricsPath("metrics=ad_spend&granularity=day"),
  "28 days by day, 3 metrics, compared": metricsPath(
    "metrics=ad_spend,ad_ctr,ad_cpa&granularity=day&compare=previous_period",
  ),
  "365 days by day, 1 metric": metricsPath("metrics=ad_spend&granularity=day&from=-365"),
  "28 days by campaign, 2 metrics": metricsPath("metrics=ad_spend,ad_clicks&dimensions=campaign"),
  "28 days by day and campaign, 1 metric": metricsPath("metrics=ad_spend&dimensions=campaign&granularity=day"),
  "report of 12 widgets": ({ report_id }) => `/reports/${report_id}/data`,
}

/** `clients`: the sizes to measure, as numbers of clients. `calls`: requests per case. */
export async function read({ clients = [1, 10, 100], calls }: { clients?: number[]; calls: number }) {
  liftLimits()
  const sizes = clients.toSorted((a, b) => a - b)
  const temporaryDatabase = await startTemporaryDatabase()
  try {
    const { team, secret } = await teamWithClients(sizes.at(-1) ?? 1)
    const get = createGetter(secret)
    const filled: FilledClient[] = []
    const rows = Object.keys(cases).map((name): Record<string, string | number> => ({ case: name }))
    for (const size of sizes) {
      filled.push(...(await fillClients(team, filled.length + 1, size)))
      for (const [rowIndex, pathOf] of Object.values(cases).entries()) {
        let calledClients = 0
        const call = () => get(pathOf(filled[calledClients++ % filled.length] as FilledClient))
        // The warm-up calls each client once, and is long enough for Postgres to plan the statement on each connection.
        const times = await measureLatencies(call, calls, Math.max(filled.length, 50))
        const facts = (size * factsPerClient).toLocaleString("en")
        Object.assign(rows[rowIndex] ?? {}, {
          [`${facts} facts: p50 ms`]: round(percentile(times, 0.5)),
          [`p99 ms, ${facts}`]: round(percentile(times, 0.99)),
        })
      }
    }
    printTable(`Facts, ${calls} requests a case, one after the other; load average ${loadavg()[0]?.toFixed(1)}`, rows)
  } finally {
    await disconnect()
    await temporaryDatabase.stop()
  }
}

function metricsPath(query: string) {
  return ({ client_id }: FilledClient) => `/clients/${client_id}/metrics?${resolveDates(query)}`
}
