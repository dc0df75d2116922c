/**
 * Tests responses while the database is unreachable, hanging or slow, and recovery afterwards. Starts its own Postgres.
 */
import pg from "pg"
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest"
import { log } from "@/domain/kernel/log"
import { flushRequestLog } from "@/domain/keys/request-log"
import { freshClient } from "@/domain/testing/client"
import { freshKey } from "@/domain/testing/key"
import { longWait } from "@/domain/testing/long-wait"
import { freshTeam } from "@/domain/testing/team"
import { disconnect, inTeam, prisma } from "@/prisma/client"
import { startTemporaryDatabase } from "@/scripts/temporary-database"
import { DatabaseProxy } from "./testing/database-proxy"
import { expectResponse } from "./testing/expect-response"
import { serveRest } from "./testing/serve-rest"

const proxy = new DatabaseProxy()
let database: Awaited<ReturnType<typeof startTemporaryDatabase>>
let server: Awaited<ReturnType<typeof serveRest>>

beforeAll(async () => {
  database = await startTemporaryDatabase()
  process.env.DATABASE_URL = await throughLine(database.url)
  server = await serveRest()
})
afterAll(async () => {
  await server.close()
  await disconnect()
  await proxy.cut()
  await database.stop()
})
afterEach(() => vi.restoreAllMocks())

async function throughLine(url: string) {
  const address = new URL(url)
  address.port = String(await proxy.open(Number(address.port)))
  return address.href
}

const send = (key: string, path = "/clients") =>
  fetch(`${server.url}/api/v1${path}`, { headers: { authorization: `Bearer ${key}` } })

/** Status, code and Retry-After of one response. Also checks the response's shape. */
async function outcome(key: string) {
  const response = await send(key)
  const { status, headers } = response
  const { code } = await expectResponse(response, { method: "GET", path: "/clients", template: "/clients" })
  return [status, code, headers.get("retry-after")].filter((part) => part !== null && part !== undefined).join(" ")
}
const away = "503 unavailable 5"

async function keyInUse() {
  const team = await freshTeam()
  await freshClient(team)
  const { secret } = await freshKey(team)
  vi.spyOn(log, "error").mockImplementation(() => {})
  expect(await outcome(secret)).toBe("200")
  return { team, key: secret }
}

describe("while the database", () => {
  it("refuses connections, callers get 503 with Retry-After, and the next request afterwards works", async () => {
    // Requests during the outage appear in the team's log only while the key is cached (two seconds).
    vi.spyOn(performance, "now").mockReturnValue(performance.now())
    const { team, key } = await keyInUse()
    const unseen = (await freshKey(team)).secret
    await flushRequestLog()
    await proxy.cut()
    expect(await Promise.all([key, key, unseen].map(outcome))).toEqual([away, away, away])
    await flushRequestLog()
    await proxy.open(Number(new URL(database.url).port))
    expect(await Promise.all([key, unseen].map(outcome))).toEqual(["200", "200"])
    await flushRequestLog()
    const logged = await inTeam(team.id, () => prisma.requestLogEntry.findMany({ where: { team_id: team.id } }))
    expect(logged.map((entry) => entry.status).sort()).toEqual([200, 200, 200, 503, 503])
  })

  it("is silent on open connections, callers get 503 instead of waiting forever", async () => {
    const { key } = await keyInUse()
    proxy.silence()
    expect(await Promise.all(Array.from({ length: 15 }, () => outcome(key)))).toEqual(Array(15).fill(away))
    await proxy.cut()
    await proxy.open(Number(new URL(database.url).port))
    expect(await outcome(key)).toBe("200")
  })

  it("runs a statement for more than five seconds, the statement is stopped and the caller gets 504", async () => {
    const { key } = await keyInUse()
    const release = await lockClients()
    const from = performance.now()
    expect(await outcome(key)).toBe("504 timeout")
    expect(performance.now() - from).toBeGreaterThan(4_500)
    await release()
    expect(await outcome(key)).toBe("200")
  })

  it.each([
    ["ends the connections", endConnections],
    ["is cut off", () => proxy.cut()],
  ])("%s during statements, no caller gets a 500", async (_, fail) => {
    const { key } = await keyInUse()
    const release = await lockClients()
    const waiting = [key, key, key].map(outcome)
    await vi.waitFor(async () => expect(await waitingStatements()).toBe(3), longWait)
    await fail()
    expect(await Promise.all(waiting)).toEqual([away, away, away])
    await release()
    await proxy.cut()
    await proxy.open(Number(new URL(database.url).port))
    expect(await outcome(key)).toBe("200")
  })
})

async function asOwner<T>(text: string) {
  const owner = new pg.Client({ connectionString: database.url })
  await owner.connect()
  const { rows } = await owner.query(text)
  await owner.end()
  return rows as T[]
}

const fromLockedSessions =
  "from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and wait_event_type = 'Lock'"
const waitingStatements = async () => (await asOwner(`select pid ${fromLockedSessions}`)).length
const endConnections = () => asOwner(`select pg_terminate_backend(pid) ${fromLockedSessions}`)

/** Locks the table of clients, so that every read of it waits. */
async function lockClients() {
  const owner = new pg.Client({ connectionString: database.url })
  await owner.connect()
  await owner.query("begin; lock table client in access exclusive mode")
  return () => owner.end()
}
