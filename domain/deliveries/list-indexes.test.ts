import pg from "pg"
import { expect, it, vi } from "vitest"
import { run } from "@/domain/kernel/operation"
import { freshEndpoint } from "@/domain/testing/endpoint"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { database } from "@/prisma/client"
import { listDeliveries } from "./list"
import { loggedDeliveries } from "./testing/logged"
import { ownDatabase } from "./testing/own-database"

ownDatabase()

/** Names of indexes, without the name of the table. */
const byEndpoint = "endpoint_id_created_at_id"
const ofFailures = "trouble"
const ofRareTypes = "rare_type"
const cases: [object, string | undefined][] = [
  [{}, byEndpoint],
  [{ since: "2026-01-01", until: "2036-01-01" }, byEndpoint],
  [{ state: ["exhausted"] }, ofFailures],
  [{ state: ["cancelled", "expired", "exhausted"] }, ofFailures],
  [{ sort: "created_at" }, byEndpoint],
  [{ sort: "created_at", state: ["exhausted"] }, ofFailures],
  [{ error_code: "tls_expired" }, ofFailures],
  [{ status_class: ["4xx", "5xx"] }, ofFailures],
  [{ status_class: ["none"] }, ofFailures],
  [{ event_type: ["test.ping"] }, ofRareTypes],
]

it("filters a long log for rare rows through a partial index", async () => {
  const team = await freshTeam()
  const endpoint = await freshEndpoint(team)
  await loggedDeliveries(endpoint, 6_000, { minutesAgo: 20_000 })
  await loggedDeliveries(endpoint, 20, { state: "exhausted", status: 500, error: "http_5xx" })
  await loggedDeliveries(endpoint, 5, { type: "test.ping" })
  const client = new pg.Client({ connectionString: process.env["DATABASE_URL"] })
  await client.connect()
  await client.query("analyze webhook_delivery")
  await client.query(`set app.team_id = '${team.id}'; set role signalbox_app`)
  for (const [filters, index] of cases) {
    const { text, values } = await statementOf(() => run(listDeliveries, asPerson(team), filters as never))
    const { rows } = await client.query<{ "QUERY PLAN": string }>(`explain ${text}`, values)
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n")
    expect(plan, JSON.stringify(filters)).toContain(`webhook_delivery_${index}_idx`)
    expect(plan, JSON.stringify(filters)).not.toContain("Seq Scan on webhook_delivery")
  }
  await client.end()
})

/** The first statement that `call` sends. */
async function statementOf(call: () => Promise<unknown>) {
  const sent = vi.spyOn(database().pool, "execute")
  await call()
  const [statement] = sent.mock.calls[0] as unknown as [{ text: string; values: unknown[] }]
  sent.mockRestore()
  return statement
}
