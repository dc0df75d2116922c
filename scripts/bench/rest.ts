/**
 * Compares GET /api/v1/clients?limit=25 (with API key, rate limiter, totals and envelope) with a bare node:http server
 * that runs the same SQL. Measures REST in front of Next and REST through Next's route.
 */
import { listClients } from "@/domain/clients/list"
import type { TeamFacts } from "@/domain/kernel/context"
import { run } from "@/domain/kernel/operation"
import { asKey } from "@/domain/testing/team"
import { database, disconnect } from "@/prisma/client"
import { buildIfStale } from "../start/build"
import { startTemporaryDatabase } from "../temporary-database"
import { teamWithClients } from "./fill"
import { type Measurement, measure } from "./load"
import { startServer } from "./servers"
import { printTable, round } from "./table"

const path = "/api/v1/clients?limit=25"
const load = { connections: 32, seconds: 2, rounds: 15 }

export async function bench() {
  const temporaryDatabase = await startTemporaryDatabase()
  await buildIfStale()
  const { team, secret } = await teamWithClients(1_000)
  const statement = JSON.stringify({ ...(await captureStatement(team)), team: team.id })
  await disconnect()
  const [bare, isolated, product, next] = await Promise.all([
    startServer("bare", { SIGNALBOX_BENCH_STATEMENT: statement }),
    startServer("bare-isolated", { SIGNALBOX_BENCH_STATEMENT: statement }),
    startServer("product"),
    startServer("next"),
  ])
  try {
    const headers = { authorization: `Bearer ${secret}` }
    const direct = await measure(
      [
        { name: "bare node:http, same SQL", url: bare.url },
        { name: "the same under row-level security", url: isolated.url },
        { name: "product's server", url: product.url + path, headers },
      ],
      load,
    )
    print("REST through the product's server, 32 connections", direct)
    const throughNext = await measure(
      [
        { name: "Next route, constant", url: `${next.url}/healthz` },
        { name: "REST through Next's mount", url: next.url + path, headers },
      ],
      load,
    )
    print("REST through Next's mount, 32 connections", throughNext)
  } finally {
    for (const server of [bare, isolated, product, next]) server.stop()
    await temporaryDatabase.stop()
  }
}

/** Runs the operation and returns the SQL statement that it sends to Postgres. */
async function captureStatement(team: TeamFacts): Promise<{ text: string; values: unknown[] }> {
  const { pool } = database()
  const execute = pool.execute.bind(pool)
  let captured = { text: "", values: [] as unknown[] }
  pool.execute = (statement) => {
    captured = { text: statement.text, values: statement.values ?? [] }
    return execute(statement)
  }
  await run(listClients, asKey(team), { limit: 25 })
  pool.execute = execute
  return captured
}

function print(title: string, measurements: Measurement[]) {
  printTable(
    title,
    measurements.map((measured) => ({
      case: measured.name,
      "requests/s": round(measured.perSecond, 0),
      ratio: round(measured.ratio),
      "p50 ms": measured.p50Ms,
      "p99 ms": measured.p99Ms,
    })),
  )
}
