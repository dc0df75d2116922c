/** Checks what the log reports while a server that Signalbox depends on is unreachable. Uses a separate Postgres. */
import pg from "pg"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest"
import { limiter } from "@/domain/usage/quotas"
import { disconnect, prisma, rows, sql } from "@/prisma/client"
import { startTemporaryDatabase } from "@/scripts/temporary-database"
import { DatabaseProxy } from "@/server/testing/database-proxy"
import { asProblem } from "./errors"
import { log, reportAvailable } from "./log"
import { dependencyIn, quietMs } from "./outages"

const proxy = new DatabaseProxy()
let database: Awaited<ReturnType<typeof startTemporaryDatabase>>
let written: { level: number; msg: string; dependency?: string; outage?: string }[] = []

beforeAll(async () => {
  database = await startTemporaryDatabase()
  const address = new URL(database.url)
  address.port = String(await proxy.open(Number(address.port)))
  process.env.DATABASE_URL = address.href
})
afterAll(async () => {
  await disconnect()
  await proxy.cut()
  await database.stop()
})
beforeEach(() => {
  written = []
  const stream = (log as never as Record<symbol, { write(text: string): void }>)[
    Object.getOwnPropertySymbols(log).find(({ description }) => description === "pino.stream") as symbol
  ]
  vi.spyOn(stream as { write(text: string): void }, "write").mockImplementation((text) => {
    written.push(JSON.parse(text))
  })
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

async function asOwner(...statements: string[]) {
  const owner = new pg.Client({ connectionString: database.url })
  await owner.connect()
  for (const text of statements) await owner.query(text)
  await owner.end()
}

/** Moves the process clock forward. */
function later(ms: number) {
  const now = performance.now.bind(performance)
  vi.spyOn(performance, "now").mockImplementation(() => now() + ms)
}

const refused = (port = 5432) =>
  Object.assign(new Error(`connect ECONNREFUSED 127.0.0.1:${port}`), { code: "ECONNREFUSED" })
const states = () => written.map(({ level, dependency, outage }) => [level, dependency, outage])

describe("an outage", () => {
  it("of Postgres logs one error when it starts and one when it ends, even if several callers notice it", async () => {
    await rows(sql`select 1`)
    await proxy.cut()
    for (const message of ["could not send a wake-up event", "could not renew leases", "results were not stored"])
      await rows(sql`select 1`).catch((err) => log.warn({ err }, message))
    expect(states()).toEqual([[50, "Postgres", "started"]])
    expect(written[0]?.msg).toBe("Postgres cannot be reached: could not send a wake-up event")
    await proxy.open(Number(new URL(database.url).port))
    await expect.poll(states).toEqual([
      [50, "Postgres", "started"],
      [50, "Postgres", "ended"],
    ])
    log.error({ err: refused() }, "again")
    await expect
      .poll(() => states().slice(2))
      .toEqual([
        [50, "Postgres", "started"],
        [50, "Postgres", "ended"],
      ])
  })

  it("of another server is logged under its name and ends when that server responds", () => {
    reportAvailable("The mail server")
    for (let i = 0; i < 3; i++) log.warn({ err: refused(25), dependency: "The mail server" }, "an email was not sent")
    reportAvailable("The mail server")
    reportAvailable("The mail server")
    expect(states()).toEqual([
      [50, "The mail server", "started"],
      [50, "The mail server", "ended"],
    ])
  })

  it("of writes logs one error when it starts and one when it ends, and callers get `unavailable`", async () => {
    const name = new URL(database.url).pathname.slice(1)
    const probe = sql`insert into write_probe (id, written_at, filling) values (1, now(), ''::bytea)
      on conflict (id) do update set written_at = excluded.written_at`
    await asOwner(`alter database ${name} set default_transaction_read_only = on`)
    await disconnect()
    vi.stubEnv("RATE_LIMIT_STORE", "postgres")
    await (await limiter("a-policy-of-this-test", 5)).consume("a caller")
    await expect.poll(states).toEqual([[50, "Postgres writes", "started"]])
    for (const message of ["could not start a scheduled run", "results were not stored"]) {
      await rows(probe).catch((err) => log.warn({ err }, message))
      await prisma.$executeRaw(probe).catch((err) => log.warn({ err }, message))
    }
    expect(await rows(probe).catch((error) => asProblem(error))).toMatchObject({ code: "unavailable" })
    expect(states()).toEqual([[50, "Postgres writes", "started"]])
    expect(written[0]?.msg).toBe("Postgres does not accept writes: rate limits are counted per process")
    const reset = `alter database ${name} reset default_transaction_read_only`
    await asOwner("set default_transaction_read_only = off", reset)
    await disconnect()
    later(quietMs)
    await expect.poll(states).toEqual([
      [50, "Postgres writes", "started"],
      [50, "Postgres writes", "ended"],
    ])
    expect(written[1]?.msg).toBe("Postgres accepts writes again")
  })

  it("of writes is recognized by the errors of a full disk and of a read-only database", () => {
    for (const code of ["53100", "25006"]) expect(dependencyIn({ err: { code } })).toBe("Postgres writes")
  })

  it("does not suppress other errors", () => {
    log.error({ err: new Error("a bug") }, "it failed")
    log.error({ err: refused(443), dependency: null }, "a receiver refused")
    log.info({ err: refused() }, "not a warning")
    expect(written.map(({ level, msg }) => [level, msg])).toEqual([
      [50, "it failed"],
      [50, "a receiver refused"],
      [30, "not a warning"],
    ])
  })
})
