/** Tests `/readyz` and `/metrics`, the endpoints for operators. Starts its own Postgres. */
import { once } from "node:events"
import { Agent, request } from "node:http"
import pg from "pg"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest"
import { events } from "@/domain/events/catalogue"
import { publish } from "@/domain/events/publish"
import { Deadline } from "@/domain/kernel/deadline"
import { reportAvailable } from "@/domain/kernel/log"
import { countAttempt, countLeaseLost } from "@/domain/kernel/process-counters"
import { processScan } from "@/domain/scans/process-scan"
import { vendorOfFile, vendorProject } from "@/domain/scans/testing/vendor-project"
import { freshEndpoint } from "@/domain/testing/endpoint"
import { freshKey } from "@/domain/testing/key"
import { longWait } from "@/domain/testing/long-wait"
import { freshTeam } from "@/domain/testing/team"
import { limiter } from "@/domain/usage/quotas"
import packageJson from "@/package.json"
import { acrossTeams, database as connections, disconnect, inTeam, prisma, rows, sql } from "@/prisma/client"
import { freePort } from "@/scripts/free-port"
import { startTemporaryDatabase } from "@/scripts/temporary-database"
import { drain } from "./readiness"
import { DatabaseProxy } from "./testing/database-proxy"
import { pagesAnswer, serveRest } from "./testing/serve-rest"

const proxy = new DatabaseProxy()
const vendor = vendorOfFile()
let database: Awaited<ReturnType<typeof startTemporaryDatabase>>
let server: Awaited<ReturnType<typeof serveRest>>

beforeAll(async () => {
  database = await startTemporaryDatabase()
  const address = new URL(database.url)
  address.port = String(await proxy.open(Number(address.port)))
  process.env.DATABASE_URL = address.href
})
beforeEach(forgetProcess)
afterEach(() => vi.unstubAllEnvs())
afterAll(async () => {
  await disconnect()
  await proxy.cut()
  await database.stop()
})

/** Deletes the process-wide state, so that each test starts like a new process. */
function forgetProcess() {
  const { signalboxProcessWide: values } = globalThis as { signalboxProcessWide?: Map<string, unknown> }
  for (const name of [
    "migrations",
    "draining",
    "write-probe",
    "meters",
    "installation-load",
    "process-counters",
    "outages",
  ])
    values?.delete(name)
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

async function send(path: string, headers: Record<string, string> = {}, url = server.url) {
  const response = await fetch(url + path, { headers })
  return { status: response.status, headers: response.headers, text: await response.text() }
}
async function ready() {
  const { status, text } = await send("/readyz")
  return [status, ...JSON.parse(text).reasons]
}

describe("/readyz", () => {
  beforeEach(() => serving())

  it("is 200 while the database responds, and 503 with the reason while it does not", async () => {
    expect(await send("/readyz")).toMatchObject({ status: 200, text: '{"status":"ready","reasons":[]}' })
    await proxy.cut()
    expect(await ready()).toEqual([503, "the database cannot be reached"])
    await proxy.open(Number(new URL(database.url).port))
    await expect.poll(ready).toEqual([200])
  })

  it("does not wait for a silent database", async () => {
    expect(await ready()).toEqual([200])
    proxy.silence()
    expect(await ready()).toEqual([503, "the database does not respond"])
    await proxy.cut()
    await proxy.open(Number(new URL(database.url).port))
    await expect.poll(ready).toEqual([200])
  })

  it("names the migrations that this version needs and the database lacks", async () => {
    const name = "20261121010000_webhooks"
    const setFinished = (when: string) =>
      asOwner(`update _prisma_migrations set finished_at = ${when} where migration_name = '${name}'`)
    await setFinished("null")
    expect(await ready()).toEqual([503, `migrations are missing: ${name}`])
    await setFinished("now()")
    expect(await ready()).toEqual([200])
  })

  it("is 503 once a newer version has started an incompatible migration", async () => {
    const name = "29990101000000_newer"
    await asOwner(
      `insert into _prisma_migrations (id, checksum, migration_name, started_at) values (gen_random_uuid(), 'x', '${name}', now())`,
    )
    expect(await ready()).toEqual([503, `the database was migrated by a newer version: ${name}`])
    await asOwner(`delete from _prisma_migrations where migration_name = '${name}'`)
    expect(await ready()).toEqual([200])
  })

  it("is 503 while the database is read-only, and one write counts for several probes", async () => {
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

  it("is 503 during shutdown, while requests still get responses and connections are closed", async () => {
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
    expect(await ready()).toEqual([503, "the process is shutting down"])
    expect(await connectionOf()).toEqual([200, "close"])
    agent.destroy()
  })
})

describe("/metrics", () => {
  const token = "a-token-for-this-test"
  const scrape = async () => (await send("/metrics", { authorization: `Bearer ${token}` })).text
  const figure = (text: string, series: string) =>
    Number(
      text
        .split("\n")
        .find((row) => row.startsWith(`${series} `))
        ?.slice(series.length + 1),
    )

  it("does not exist unless a token or a port is set", async () => {
    await serving()
    expect((await send("/metrics")).text).toBe(pagesAnswer)
  })

  it("requires its token", async () => {
    await serving({ METRICS_TOKEN: token })
    const statuses = await Promise.all(
      ["", "Bearer wrong", token].map((authorization) => send("/metrics", { authorization })),
    )
    expect(statuses.map(({ status }) => status)).toEqual([401, 401, 401])
    const { status, headers, text } = await send("/metrics", { authorization: `Bearer ${token}` })
    expect([status, headers.get("content-type")]).toEqual([200, "text/plain; version=0.0.4; charset=utf-8"])
    expect(figure(text, "process_cpu_seconds_total")).toBeGreaterThan(0)
    expect(text).toContain("nodejs_eventloop_lag_seconds")
  })

  it("has a separate port when configured, which requires no token and closes with the server", async () => {
    const port = await freePort()
    await serving({ METRICS_PORT: String(port) })
    const own = `http://127.0.0.1:${port}`
    await vi.waitUntil(() => send("/metrics", {}, own).catch(() => null), longWait)
    expect((await send("/metrics", {}, own)).text).toContain("signalbox_database_up 1")
    expect((await send("/api/v1/me", {}, own)).status).toBe(404)
    expect((await send("/metrics")).text).toBe(pagesAnswer)
    await server.close()
    await expect(send("/metrics", {}, own)).rejects.toThrow("fetch failed")
  })

  it("counts requests by route and status, without ids or names of teams", async () => {
    await serving({ METRICS_TOKEN: token })
    const team = await freshTeam()
    const headers = { authorization: `Bearer ${(await freshKey(team)).secret}` }
    await send("/api/v1/clients?limit=1", headers)
    await send("/api/v1/clients/cli_01J00000000000000000000001", headers)
    await send("/api/v1/nothing/here")
    await send(`/${team.slug}/settings/api`)
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

  it("reports how many deliveries wait, for how long, and how late they are", async () => {
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

  it("counts attempts by outcome, and results that came too late", async () => {
    await serving({ METRICS_TOKEN: token })
    for (const outcome of ["success", "failed", "success"]) countAttempt(outcome)
    countLeaseLost()
    const text = await scrape()
    expect(figure(text, 'signalbox_webhook_attempts_total{outcome="success"}')).toBe(2)
    expect(figure(text, 'signalbox_webhook_attempts_total{outcome="failed"}')).toBe(1)
    expect(figure(text, "signalbox_webhook_lease_lost_total")).toBe(1)
    expect(figure(await scrape(), 'signalbox_webhook_attempts_total{outcome="success"}')).toBe(2)
  })

  it("counts open scans by state, their open questions, and the age of the oldest", async () => {
    await serving({ METRICS_TOKEN: token })
    const { team, start } = await vendorProject(vendor)
    const { id } = await start()
    const of = (text: string) => ({
      scans: ["queued", "running", "stuck"].map((state) => figure(text, `signalbox_scans{state="${state}"}`)),
      tasks: ["pending", "running"].map((state) => figure(text, `signalbox_scan_tasks{state="${state}"}`)),
    })
    const change = (statement: ReturnType<typeof sql>) => acrossTeams(() => rows(statement))
    expect(of(await scrape())).toEqual({ scans: [1, 0, 0], tasks: [8, 0] })
    await change(sql`update scan set queued_at = now() - interval '1 h' where id = ${id}`)
    forgetProcess()
    const text = await scrape()
    expect(of(text)).toEqual({ scans: [0, 0, 1], tasks: [8, 0] })
    expect(figure(text, "signalbox_scan_oldest_open_seconds")).toBeGreaterThanOrEqual(3_600)
    await change(sql`update scan set status = 'running', started_at = now() where id = ${id}`)
    await change(sql`update scan_task set status = 'running', due_at = now() + interval '1 h'
      where id in (select id from scan_task where scan_id = ${id} limit 3)`)
    forgetProcess()
    expect(of(await scrape())).toEqual({ scans: [0, 1, 0], tasks: [5, 3] })
    for (const secretive of [team.id, team.slug, id]) expect(text).not.toContain(secretive)
    await change(sql`update scan set status = 'canceled', finished_at = now() where id = ${id}`)
  })

  it("counts ended scans by status and error code", async () => {
    await serving({ METRICS_TOKEN: token })
    const deadline = new Deadline(600_000)
    for (const isRefused of [false, true, true]) {
      const { start } = await vendorProject(vendor, { prompts: 1, runs: 1 })
      const { id } = await start()
      if (isRefused)
        await acrossTeams(() =>
          rows(sql`update scan_task set status = 'failed', error_code = 'key_refused' where scan_id = ${id}`),
        )
      await processScan(id, deadline)
    }
    const text = await scrape()
    expect(figure(text, 'signalbox_scans_ended_total{status="completed",error_code=""}')).toBe(1)
    expect(figure(text, 'signalbox_scans_ended_total{status="failed",error_code="key_refused"}')).toBe(2)
    expect(figure(text, "signalbox_scan_oldest_open_seconds")).toBe(0)
  })

  it("counts open runs of the embedded engine, and reports how long the oldest has been due", async () => {
    await serving({ METRICS_TOKEN: token })
    await asOwner(`delete from engine_event; insert into engine_event (id, name, payload) values ('evt_1', 'x', '{}');
      insert into engine_run (id, function_id, event_id, state, due_at, leased_until) values
        ('run_1', 'f', 'evt_1', 'open', now() - interval '1 h', null),
        ('run_2', 'f', 'evt_1', 'open', now() - interval '2 h', now() - interval '1 min'),
        ('run_3', 'f', 'evt_1', 'open', now() - interval '3 h', now() + interval '1 h'),
        ('run_4', 'f', 'evt_1', 'open', now() + interval '1 h', null),
        ('run_5', 'f', 'evt_1', 'completed', now() - interval '4 h', null)`)
    const text = await scrape()
    const states = ["due", "running", "waiting"].map((state) => figure(text, `signalbox_engine_runs{state="${state}"}`))
    expect(states).toEqual([2, 1, 1])
    const age = figure(text, "signalbox_engine_oldest_due_seconds")
    expect([age >= 7_200, age < 10_800]).toEqual([true, true])
  })

  it("counts the connections of each pool, and the callers that wait for one", async () => {
    vi.stubEnv("DATABASE_POOL_SIZE", "2")
    await disconnect()
    await serving({ METRICS_TOKEN: token })
    await scrape()
    const { pool } = connections()
    const taken = [await pool.connect(), await pool.connect()]
    const third = pool.connect()
    const of = (text: string) =>
      [
        'connections{pool="main",state="busy"}',
        'connections{pool="main",state="idle"}',
        'waiting{pool="main"}',
        'connections{pool="webhooks",state="busy"}',
        'waiting{pool="webhooks"}',
      ].map((series) => figure(text, `signalbox_database_${series}`))
    expect(of(await scrape())).toEqual([2, 0, 1, 0, 0])
    for (const client of taken) client.release()
    ;(await third).release()
    expect(of(await scrape())).toEqual([0, 2, 0, 0, 0])
    await disconnect()
  })

  it("reports that Redis is unreachable, and how often a limit was counted in this process instead", async () => {
    await serving({ METRICS_TOKEN: token, REDIS_URL: `redis://127.0.0.1:${await freePort()}` })
    const away = 'signalbox_dependency_outage_seconds{dependency="redis"}'
    const before = await scrape()
    expect([figure(before, away), figure(before, "signalbox_rate_limit_fallback_total")]).toEqual([0, 0])
    const counting = await limiter("a-policy-of-this-test", 5)
    for (let call = 0; call < 3; call++) await counting.consume("a caller")
    const during = await scrape()
    expect(figure(during, away)).toBeGreaterThan(0)
    expect(figure(during, "signalbox_rate_limit_fallback_total")).toBe(3)
    for (const dependency of ["postgres", "mail_server", "inngest_server", "egress_proxy"])
      expect(figure(during, `signalbox_dependency_outage_seconds{dependency="${dependency}"}`)).toBe(0)
    const { signalboxProcessWide: values } = globalThis as { signalboxProcessWide?: Map<string, unknown> }
    const redis = (await values?.get("redis")) as { disconnect: () => void } | undefined
    redis?.disconnect()
    values?.delete("redis")
    reportAvailable("Redis")
    expect(figure(await scrape(), away)).toBe(0)
  })

  it("names the running version", async () => {
    await serving({ METRICS_TOKEN: token })
    const series = `signalbox_build_info{version="${packageJson.version}",node="${process.version}"}`
    expect(figure(await scrape(), series)).toBe(1)
  })

  it("responds while the database is unreachable, and does not report an empty queue", async () => {
    await serving({ METRICS_TOKEN: token })
    await proxy.cut()
    const text = await scrape()
    await proxy.open(Number(new URL(database.url).port))
    expect(figure(text, "signalbox_database_up")).toBe(0)
    for (const series of [
      'webhook_deliveries{state="pending"}',
      'scans{state="stuck"}',
      'scan_tasks{state="pending"}',
      "scan_oldest_open_seconds",
      'engine_runs{state="due"}',
      "engine_oldest_due_seconds",
    ])
      expect(text.split("\n")).toContain(`signalbox_${series} Nan`)
  })
})
