/** Tests that clients generated from the OpenAPI document send the filters and lists that the caller gives. */
import { afterAll, beforeAll, expect, it } from "vitest"
import { freshClient } from "@/domain/testing/client"
import { freshSource } from "@/domain/testing/facts"
import { freshKey } from "@/domain/testing/key"
import { freshTeam } from "@/domain/testing/team"
import { compileAndRun, generateClients } from "./testing/generated-clients"
import { serveRest } from "./testing/serve-rest"

let served: Awaited<ReturnType<typeof serveRest>>
beforeAll(async () => {
  served = await serveRest()
  await generateClients()
})
afterAll(() => served.close())

const campaigns = ["Brand", "Generic, search", "Retargeting: 30 days"]

/**
 * Both clients send the same queries: one value, two values with a comma and a colon, two dimensions, and a list of
 * metrics.
 */
const program = `
import createClient from "openapi-fetch"
import { createClient as createHeyClient, createConfig } from "./hey-api/client"
import { clientsList, clientsQueryMetrics } from "./hey-api"
import type { paths } from "./schema"

const baseUrl = process.env.URL + "/api/v1"
const key = process.env.KEY ?? ""
const client_id = process.env.CLIENT_ID ?? ""
const filters: string[][] = [
  ["campaign:Brand"],
  ["campaign:Generic, search", "campaign:Retargeting: 30 days"],
  ["campaign:Brand", "campaign:Generic, search", "device:Phone"],
]
const fetchClient = createClient<paths>({ baseUrl, headers: { Authorization: "Bearer " + key } })
const heyClient = createHeyClient(createConfig({ baseUrl, auth: key }))

async function byOpenApiFetch(filter: string[]) {
  const query = { metrics: ["ad_clicks" as const, "ad_spend" as const], from: "2026-10-01", to: "2026-10-31", filter }
  const { data, error } = await fetchClient.GET("/clients/{client_id}/metrics", { params: { path: { client_id }, query } })
  return data ? data.data.totals["ad_clicks"]?.value : error
}

async function byHeyApi(filter: string[]) {
  const query = { metrics: ["ad_clicks" as const, "ad_spend" as const], from: "2026-10-01", to: "2026-10-31", filter }
  const { data, error } = await clientsQueryMetrics({ client: heyClient, path: { client_id }, query })
  return data ? data.data.totals["ad_clicks"]?.value : error
}

async function countClients() {
  const status = ["active" as const, "paused" as const]
  const one = await fetchClient.GET("/clients", { params: { query: { status } } })
  const other = await clientsList({ client: heyClient, query: { status } })
  return [one.data?.meta.total, other.data?.meta.total]
}

console.log(JSON.stringify({
  openApiFetch: await Promise.all(filters.map(byOpenApiFetch)),
  heyApi: await Promise.all(filters.map(byHeyApi)),
  clients: await countClients(),
}))
`

it("openapi-typescript with openapi-fetch, and @hey-api/openapi-ts, filter metrics by any value", async () => {
  const team = await freshTeam()
  const client = await freshClient(team)
  const { secret } = await freshKey(team)
  const facts = campaigns.flatMap((campaign, i) =>
    ["Computer", "Phone"].map((device, n) => ({
      metric_id: "ad_clicks",
      date: "2026-10-10",
      value: 10 ** i * (n + 1),
      dims: { campaign, device },
    })),
  )
  await freshSource(team, client, facts, { provider: "google_ads" })
  const responses = await compileAndRun(program, { URL: served.url, KEY: secret, CLIENT_ID: client.id })
  const expected = [3, 330, 22]
  expect(responses).toEqual({ openApiFetch: expected, heyApi: expected, clients: [1, 1] })
})
