/** What those who run the service ask it: whether it wants requests, and its figures. Has a Postgres of its own. */

import { once } from "node:events"
import { Agent, request } from "node:http"
import pg from "pg"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest"
import { events } from "@/domain/events"
import { publish } from "@/domain/events/publish"
import { countAttempt, countLeaseLost } from "@/domain/operating/tally"
import { freshEndpoint } from "@/domain/testing/endpoint"
import { freshKey } from "@/domain/testing/key"
import { patience } from "@/domain/testing/patience"
import { freshTeam } from "@/domain/testing/team"
import { acrossTeams, disconnect, inTeam, prisma, rows, sql } from "@/prisma/client"
import { freePort } from "@/scripts/free-port"
import { startThrowAwayDatabase } from "@/scripts/throw-away-database"
import { drain } from "./readiness"
import { DatabaseLine } from "./testing/database-line"
import { pagesAnswer, serveRest } from "./testing/serve-rest"

const line = new DatabaseLine()
let database: Awaited<ReturnType<typeof startThrowAwayDatabase>>
let server: Awaited<ReturnType<typeof serveRest>>

beforeAll(async () => {
  database = await startThrowAwayDatabase()
  const address = new URL(database.url)
  address.port = String(await line.open(Number(address.port)))
  process.env.DATABASE_URL = address.href
})
beforeEach(forgetProcess)
afterEach(() => vi.unstubAllEnvs())
afterAll(async () => {
  await disconnect()
  await line.cut()
  await database.stop()
})

/** What a process remembers, so that each test is a new one. */
function forgetProcess() {
  const { signalboxProcessWide: values } = globalThis as { signalboxProcessWide?: Map<string, unknown> }
  for (const name of ["migrations", "draining", "write-probe", "meters", "queue-depth", "tally"]) values?.delete(name)
}

async function asOwner(text: string) {
  const owner = new pg.Client({ connectionString: database.url })
  await owner.connect()
  await owner.query(text)
  await owner.end()
}

async function serving(environment: Record<string, string> = {}) {
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value)
  server = await serveRest()
  return server
}
afterEach(() => server.close())

const ask = async (path: string, headers: Record<string, string> = {}, url = server.url) => {
  const response = await fetch(url + path, { headers })
  return { status: response.status, headers: response.headers, text: await response.text() }
}
const ready = async () => {
  const { status, text } = await ask("/readyz")
  return [status, ...JSON.parse(text).reasons]
}

describe("/readyz", () => {
  beforeEach(() => serving())

  it("is 200 while the database answers, and 503 with the reason while it does not", async () => {
    expect(await ask("/readyz")).toMatchObject({ status: 200, text: '{"status":"ready","reasons":[]}' })
    await line.cut()
    expect(await ready()).toEqual([503, "the database cannot be reached"])
    await line.open(Number(new URL(database.url).port))
    expect(await ready()).toEqual([200])
  })

  it("does not wait for a database that is silent", async () => {
    expect(await ready()).toEqual([200])
    line.silence()
    expect(await ready()).toEqual([503, "the database does not answer"])
    await line.cut()
    await line.open(Number(new URL(database.url).port))
    expect(await ready()).toEqual([200])
  })

  it("names the migrations that this version needs and the database lacks", async () => {
    const name = "20261121010000_webhooks"
    const setFinished = (when: string) =>
      asOwner(`update _prisma_migrations set finished_at = ${when} where migration_name = '${name}'`)
    await setFinished("null")
    expect(await ready()).toEqual([503, `migrations are not applied: ${name}`])
    await setFinished("now()")
    expect(await ready()).toEqual([200])
  })

  it("is 503 once a newer version has begun to migrate the database past this one", async () => {
    const name = "29990101000000_newer"
    await asOwner(
      `insert into _prisma_migrations (id, checksum, migration_name, started_at) values (gen_random_uuid(), 'x', '${name}', now())`,
    )
    expect(await ready()).toEqual([503, `a newer version has migrated the database: ${name}`])
    await asOwner(`delete from _prisma_migrations where migration_name = '${name}'`)
    expect(await ready()).toEqual([200])
  })

  it("is 503 while the database answers reads and takes no writes, and one write counts for many probes", async () => {
    const owner = new pg.Client({ connectionString: database.url })
    await owner.connect()
    const name = owner.escapeIdentifier(new URL(database.url).pathname.slice(1))
    const probes = async () => (await owner.query("select xmin, written_at from write_probe")).rows
    try {
      expect(await ready()).toEqual([200])
      const first = await probes()
      expect(await ready()).toEqual([200])
      expect([first.length, await probes()]).toEqual([1, first])
      await owner.query(`alter database ${name} set default_transaction_read_only = on`)
      await disconnect()
      forgetProcess()
      expect(await ready()).toEqual([
        503,
        "the database is read-only: it is a replica, or default_transaction_read_only is on",
      ])
      await owner.query(`set default_transaction_read_only = off`)
      await owner.query(`alter database ${name} reset default_transaction_read_only`)
      await disconnect()
      expect(await ready()).toEqual([200])
    } finally {
      await owner.end()
    }
  })

  it("is 503 once the process is about to end, while requests are still answered and no connection is kept", async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const connectionOf = async () => {
      const [response] = await once(request(`${server.url}/api/v1/openapi.json`, { agent }).end(), "response")
      response.resume()
      await once(response, "end")
      return [response.statusCode, response.headers.connection]
    }
    expect(await connectionOf()).toEqual([200, "keep-alive"])
    vi.stubEnv("DRAIN_SECONDS", "0.1")
    const from = performance.now()
    await drain()
    expect(performance.now() - from).toBeGreaterThan(95)
    expect(await ready()).toEqual([503, "the process is about to end"])
    expect(await connectionOf()).toEqual([200, "close"])
    agent.destroy()
  })
})

describe("/metrics", () => {
  const token = "a-token-for-this-test"
  const scrape = async () => (await ask("/metrics", { authorization: `Bearer ${token}` })).text
  const figure = (text: string, series: string) =>
    Number(
      text
        .split("\n")
        .find((row) => row.startsWith(`${series} `))
        ?.slice(series.length + 1),
    )

  it("is not there unless a token or a port is set", async () => {
    await serving()
    expect((await ask("/metrics")).text).toBe(pagesAnswer)
  })

  it("asks for its token", async () => {
    await serving({ METRICS_TOKEN: token })
    const statuses = await Promise.all(
      ["", "Bearer wrong", token].map((authorization) => ask("/metrics", { authorization })),
    )
    expect(statuses.map(({ status }) => status)).toEqual([401, 401, 401])
    const { status, headers, text } = await ask("/metrics", { authorization: `Bearer ${token}` })
    expect([status, headers.get("content-type")]).toEqual([200, "text/plain; version=0.0.4; charset=utf-8"])
    expect(figure(text, "process_cpu_seconds_total")).toBeGreaterThan(0)
    expect(text).toContain("nodejs_eventloop_lag_seconds")
  })

  it("has a port of its own when told so, which asks for no token and ends with the server", async () => {
    const port = await freePort()
    await serving({ METRICS_PORT: String(port) })
    const own = `http://127.0.0.1:${port}`
    await vi.waitUntil(() => ask("/metrics", {}, own).catch(() => null), patience)
    expect((await ask("/metrics", {}, own)).text).toContain("signalbox_database_up 1")
    expect((await ask("/api/v1/me", {}, own)).status).toBe(404)
    expect((await ask("/metrics")).text).toBe(pagesAnswer)
    await server.close()
    await expect(ask("/metrics", {}, own)).rejects.toThrow("fetch failed")
  })

  it("counts requests by route and status, and shows neither ids nor names of teams", async () => {
    await serving({ METRICS_TOKEN: token })
    const team = await freshTeam()
    const headers = { authorization: `Bearer ${(await freshKey(team)).secret}` }
    await ask("/api/v1/clients?limit=1", headers)
    await ask("/api/v1/clients/cli_01J00000000000000000000001", headers)
    await ask("/api/v1/nothing/here")
    await ask(`/${team.slug}/settings/api`)
    const text = await scrape()
    const count = (route: string, status: number) =>
      figure(text, `signalbox_http_requests_total{method="GET",route="${route}",status="${status}"}`)
    expect(count("/api/v1/clients", 200)).toBe(1)
    expect(count("/api/v1/clients/{client_id}", 404)).toBe(1)
    expect(count("/api/v1/(none)", 404)).toBe(1)
    expect(count("page", 404)).toBe(1)
    expect(figure(text, 'signalbox_http_request_seconds_count{route="/api/v1/clients"}')).toBe(1)
    for (const secretive of [team.id, team.slug, "cli_"]) expect(text).not.toContain(secretive)
  })

  it("tells how much waits to be delivered, for how long, and how late it is", async () => {
    await serving({ METRICS_TOKEN: token })
    const team = await freshTeam()
    await freshEndpoint(team)
    await freshEndpoint(team, { state: "paused_user" })
    await inTeam(team.id, () =>
      prisma.$transaction((tx) =>
        publish(tx, { team_id: team.id, type: "test.ping", data: events["test.ping"].example }),
      ),
    )
    await acrossTeams(() =>
      rows(sql`update webhook_delivery set created_at = now() - interval '90 s', next_attempt_at = now() - interval '30 s'
        where state = 'pending'`),
    )
    const text = await scrape()
    const states = ["pending", "leased", "held"].map((state) =>
      figure(text, `signalbox_webhook_deliveries{state="${state}"}`),
    )
    expect(states).toEqual([1, 0, 1])
    const age = figure(text, "signalbox_webhook_oldest_pending_seconds")
    expect(age).toBeGreaterThanOrEqual(90)
    expect(age - figure(text, "signalbox_webhook_outbox_lag_seconds")).toBeCloseTo(60, 3)
  })

  it("counts a delivery that waits for its endpoint as waiting, not as late", async () => {
    await serving({ METRICS_TOKEN: token })
    await acrossTeams(() => rows(sql`update webhook_endpoint set paused_until = now() + interval '1 hour'`))
    const text = await scrape()
    expect(figure(text, 'signalbox_webhook_deliveries{state="pending"}')).toBe(1)
    expect(figure(text, "signalbox_webhook_outbox_lag_seconds")).toBe(0)
  })

  it("counts attempts by outcome and results that came too late", async () => {
    await serving({ METRICS_TOKEN: token })
    for (const outcome of ["success", "failed", "success"]) countAttempt(outcome)
    countLeaseLost()
    const text = await scrape()
    expect(figure(text, 'signalbox_webhook_attempts_total{outcome="success"}')).toBe(2)
    expect(figure(text, 'signalbox_webhook_attempts_total{outcome="failed"}')).toBe(1)
    expect(figure(text, "signalbox_webhook_lease_lost_total")).toBe(1)
    expect(figure(await scrape(), 'signalbox_webhook_attempts_total{outcome="success"}')).toBe(2)
  })

  it("is answered while the database is away, and then does not show an empty queue", async () => {
    await serving({ METRICS_TOKEN: token })
    await line.cut()
    const text = await scrape()
    await line.open(Number(new URL(database.url).port))
    expect(figure(text, "signalbox_database_up")).toBe(0)
    expect(text).toMatch(/^signalbox_webhook_deliveries\{state="pending"\} Nan$/m)
  })
})
