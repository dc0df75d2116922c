import pg from "pg"
import { expect, it } from "vitest"
import { freshEndpoint } from "@/domain/testing/endpoint"
import { freshTeam } from "@/domain/testing/team"
import { join, sql } from "@/prisma/client"
import { conditionsOf } from "./log-filters"
import { loggedDeliveries } from "./testing/logged"
import { ownDatabase } from "./testing/own-database"

ownDatabase()

const [whole, trouble, rare] = ["team_id_created_at_id", "trouble", "rare_type"]
const cases: [object, string | undefined][] = [
  [{}, whole],
  [{ since: "2026-01-01", until: "2036-01-01" }, whole],
  [{ state: ["exhausted"] }, trouble],
  [{ state: ["cancelled", "expired", "exhausted"] }, trouble],
  [{ error_code: "tls_expired" }, trouble],
  [{ status_class: ["4xx", "5xx"] }, trouble],
  [{ status_class: ["none"] }, trouble],
  [{ event_type: ["test.ping"] }, rare],
]

it("finds what is rare in a long log by an index that holds nothing else", async () => {
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
    const where = join([sql`d.team_id = ${team.id}`, ...conditionsOf(filters)], " and ")
    const { text, values } =
      sql`explain select d.id from webhook_delivery d where ${where} order by d.created_at desc, d.id desc limit 51`
    const { rows } = await client.query<{ "QUERY PLAN": string }>(text, values)
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n")
    expect(plan, JSON.stringify(filters)).toContain(`webhook_delivery_${index}_idx`)
    expect(plan, JSON.stringify(filters)).not.toContain("Seq Scan")
  }
  await client.end()
})
