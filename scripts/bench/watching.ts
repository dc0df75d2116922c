/**
 * Measures the charts of an endpoint with a million attempts, and the event list for types that are rare among many
 * other events.
 */
import pg from "pg"
import { listEvents } from "@/domain/events/list"
import type { TeamContext } from "@/domain/kernel/context"
import { run, runAsJson } from "@/domain/kernel/operation"
import { asKey, asPerson, freshTeam } from "@/domain/testing/team"
import { freshWebhook } from "@/domain/testing/webhook"
import { countHours } from "@/domain/webhooks/attempt-hours"
import { getStats } from "@/domain/webhooks/get-stats"
import { disconnect } from "@/prisma/client"
import { startTemporaryDatabase } from "../temporary-database"
import { measureLatencies, median, percentile } from "./load"
import { printTable, round } from "./table"
import { fillAttempts, fillEvents } from "./watching/fill"

const ranges = ["24h", "7d", "30d"] as const

export async function bench({ attempts, events }: { attempts: number; events: number }) {
  const temporaryDatabase = await startTemporaryDatabase()
  const owner = new pg.Client({ connectionString: temporaryDatabase.url })
  try {
    await owner.connect()
    const team = await freshTeam()
    const webhook = await freshWebhook(team)
    await fillAttempts(owner, { id: webhook.id, team_id: team.id }, attempts)
    await fillEvents(owner, team.id, events)
    const startedAt = performance.now()
    const hours = await countHours(1_000)
    console.log(`Counted ${hours} hours in ${round((performance.now() - startedAt) / 1_000, 1)} s.`)
    printTable(`Charts of an endpoint with ${attempts} attempts`, await measureCharts(asPerson(team), webhook.id))
    printTable(`Events of a team with ${events}`, await measureEventPages(asKey(team)))
  } finally {
    await owner.end()
    await disconnect()
    await temporaryDatabase.stop()
  }
}

async function measureCharts(ctx: TeamContext, webhook_id: string) {
  const tableRows = []
  for (const range of ranges)
    tableRows.push({ case: range, ...(await measurePercentiles(() => run(getStats, ctx, { webhook_id, range }))) })
  return tableRows
}

async function measureEventPages(ctx: TeamContext) {
  const tableRows = []
  for (const types of [
    undefined,
    ["signal.created"],
    ["scan.completed"],
    ["scan.completed", "endpoint.disabled"],
  ] as const)
    tableRows.push({
      case: types?.join(", ") ?? "all",
      ...(await measurePercentiles(() =>
        runAsJson(listEvents, ctx, { limit: 50, ...(types && { types: [...types] }) }),
      )),
    })
  return tableRows
}

/** Measures only 30 calls, because some take seconds. */
async function measurePercentiles(call: () => Promise<unknown>) {
  const times = await measureLatencies(call, 30, 8)
  return { "p50 ms": round(median(times)), "p95 ms": round(percentile(times, 0.95)) }
}
