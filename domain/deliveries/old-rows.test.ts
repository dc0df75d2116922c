import pg from "pg"
import { beforeAll, expect, it } from "vitest"
import { freshEndpoint } from "@/domain/testing/endpoint"
import { freshTeam } from "@/domain/testing/team"
import { nextDueAt } from "@/domain/webhooks/endpoint-queue"
import { acrossTeams, database, type Sql } from "@/prisma/client"
import { claim, claimStatement } from "./claim"
import { fillOld } from "./testing/fill-old"
import { freshDeliveries } from "./testing/fresh-deliveries"
import { ownDatabase } from "./testing/own-database"

ownDatabase()

// As many rows as a test has time for; `npm run bench -- webhooks` uses ten million.
const oldRows = 100_000
let endpoint: Awaited<ReturnType<typeof freshEndpoint>>

beforeAll(async () => {
  endpoint = await freshEndpoint(await freshTeam())
  const owner = new pg.Client({ connectionString: process.env["DATABASE_URL"] })
  await owner.connect()
  await fillOld(owner, endpoint, oldRows)
  await owner.end()
})

type Plan = {
  "Node Type": string
  "Relation Name"?: string
  "Index Name"?: string
  "Actual Rows": number
  "Actual Loops": number
  "Rows Removed by Filter"?: number
  Plans?: Plan[]
}
const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)]

/** Returns the plan of the executed statement and rolls it back. */
const explained = ({ text, values }: Sql): Promise<Plan[]> =>
  acrossTeams(async () => {
    const client = await database().pool.connect()
    try {
      await client.query("begin; set local enable_seqscan = off; set local enable_sort = off")
      const { rows } = await client.query({ text: `explain (analyze, format json) ${text}`, values })
      return nodes(rows[0]["QUERY PLAN"][0].Plan)
    } finally {
      await client.query("rollback")
      client.release()
    }
  })

it("claims only through the indexes of open rows, however many old rows there are", async () => {
  await freshDeliveries(endpoint, 2_000, { agoSeconds: 60 })
  const claiming = {
    limit: 50,
    sharedSlots: 240,
    isBusy: false,
    token: crypto.randomUUID(),
    attemptIds: Array.from({ length: 50 }, (_, i) => `att_${i}`),
  }
  const plan = await explained(claimStatement(claiming))
  const reads = plan.filter(
    (node) => node["Relation Name"]?.match(/delivery|attempt|message|queue/) && node["Node Type"].includes("Scan"),
  )
  expect(reads.map((node) => node["Node Type"])).not.toContain("Seq Scan")
  const indexes = new Set(plan.flatMap((node) => node["Index Name"] ?? []))
  for (const index of ["endpoint_queue_active_idx", "webhook_delivery_due_by_endpoint_idx"])
    expect([...indexes]).toContain(index)
  const touched = reads.reduce(
    (sum, node) => sum + (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"],
    0,
  )
  expect(touched).toBeLessThan(500)
})

it("leases the due deliveries among old rows, and nextDueAt returns null", async () => {
  expect((await claim()).map(({ endpoint_id }) => endpoint_id)).toEqual(Array(5).fill(endpoint.id))
  expect(await nextDueAt()).toBeNull()
})
