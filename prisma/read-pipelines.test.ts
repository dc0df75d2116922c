import pg from "pg"
import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest"
import { ownDatabase } from "@/domain/deliveries/testing/own-database"
import { freshClient } from "@/domain/testing/client"
import { longWait } from "@/domain/testing/long-wait"
import { freshTeam } from "@/domain/testing/team"
import { acrossTeams, database, disconnect, inTeam, raw, rows, type Sql, sql } from "./client"
import { applicationPoolConfig, TenantPool } from "./pool"

const shared = raw("current_setting('default_transaction_read_only') = 'on'")
/**
 * Each call has a new text, because a busy machine can make a text count as slow, and then the pool runs it for a
 * minute.
 */
const where = () => sql`select ${raw(`/* ${texts++} */`)} pg_backend_pid() as pid, ${shared} as is_shared`
let texts = 0
type Where = { pid: number; is_shared: boolean }
const ask = <Row>(statement: Sql) => acrossTeams(() => rows<Row>(statement))
const whereAsked = async (statement = where()) => (await ask<Where>(statement))[0] as Where
const times = <T>(count: number, call: (i: number) => T) => Array.from({ length: count }, (_, i) => call(i))

ownDatabase()

async function asOwner() {
  const owner = new pg.Client({ connectionString: process.env["DATABASE_URL"] })
  await owner.connect()
  onTestFinished(() => owner.end())
  return owner
}

/** Opens all shared connections. Each opens only while the others are busy. */
const openAll = () =>
  vi.waitFor(async () => {
    const statement = where()
    const shared = (await Promise.all(times(20, () => whereAsked(statement)))).filter((one) => one.is_shared)
    expect(new Set(shared.map(({ pid }) => pid)).size).toBe(4)
  }, longWait)

/** Teams with one to five clients. */
const teamsWithClients = () =>
  Promise.all(
    times(5, async (i) => {
      const team = await freshTeam()
      await Promise.all(times(i + 1, () => freshClient(team)))
      return { id: team.id, clients: i + 1 }
    }),
  )

type Seen = { is_shared: boolean; clients: number; team: string | null; last: string | null }
const seen = () =>
  sql`select ${raw(`/* ${texts++} */`)} ${shared} as is_shared,
    count(*) as clients, min(team_id) as team, max(team_id) as last from client`

/**
 * Reads as all teams concurrently, checks that each read saw its own team's rows only, and returns how many reads
 * shared a connection. 40 reads are more than the shared connections take, and few enough to get a connection of the
 * pool in time.
 */
async function readAsTeams(teams: { id: string; clients: number }[]) {
  const statement = seen()
  const readers = times(40, (i) => teams[(i * 7 + (i >> 3)) % 5] as (typeof teams)[number])
  const found = (await Promise.all(readers.map(({ id }) => inTeam(id, () => rows<Seen>(statement))))).flat()
  expect(found).toEqual(
    readers.map(({ id, clients }) => ({ is_shared: expect.any(Boolean), clients, team: id, last: id })),
  )
  return found.filter(({ is_shared }) => is_shared).length
}

const noTeam = [{ is_shared: expect.any(Boolean), clients: 0, team: null, last: null }]

describe("concurrent reads", () => {
  beforeAll(openAll)

  it("share four connections, and use the pool when these are full", async () => {
    await vi.waitFor(async () => {
      const statement = where()
      const answers = await Promise.all(times(60, () => whereAsked(statement)))
      expect(answers.filter((one) => one.is_shared)).toHaveLength(32)
      expect(new Set(answers.filter((one) => !one.is_shared).map(({ pid }) => pid)).size).toBeLessThanOrEqual(10)
    }, longWait)
  })

  it("see only their team's rows, whichever team used the connection before", async () => {
    const teams = await teamsWithClients()
    for (let sharedReads = 0; sharedReads < 200; ) sharedReads += await readAsTeams(teams)
    expect(await rows(seen())).toEqual(noTeam)
  })

  it("fail independently", async () => {
    const quotient = (by: number) => ask<{ n: number }>(sql`select 12 / ${by}::int as n`)
    const outcomes = await Promise.allSettled([1, 0, 2, 0, 3, 4].map(quotient))
    expect(outcomes.map((one) => (one.status === "fulfilled" ? one.value[0]?.n : one.reason.code))).toEqual([
      ...[12, "22012", 6, "22012", 4, 3],
    ])
  })

  it("return no rows when setting the team failed", async () => {
    const team = await freshTeam()
    await freshClient(team)
    const seen = sql`select id from client`
    const asked = await Promise.allSettled(
      times(24, (i) => inTeam(i % 3 === 1 ? "no\0team" : team.id, () => rows(seen))),
    )
    for (const [i, one] of asked.entries()) {
      if (i % 3 === 1) expect(one).toMatchObject({ status: "rejected" })
      else if (one.status === "fulfilled") expect(one.value).toHaveLength(1)
      else expect(String(one.reason)).toMatch(/Connection terminated|invalid byte sequence/)
    }
    expect(await inTeam(team.id, () => rows(seen))).toHaveLength(1)
  })
})

describe("a shared connection", () => {
  it("runs no write: a write that looks like a read runs once, on the pool", async () => {
    await openAll()
    const owner = await asOwner()
    await owner.query(`create table written (n int); grant all on written to signalbox_app;
      create function write_down(n int) returns int language sql as 'insert into written values (n) returning n'`)
    for (const n of [1, 2, 3]) expect(await ask(sql`select write_down(${n}::int)`)).toEqual([{ write_down: n }])
    expect((await owner.query("select array_agg(n order by n) as ns from written")).rows).toEqual([{ ns: [1, 2, 3] }])
  })

  it("is replaced when it breaks", async () => {
    await openAll()
    const owner = await asOwner()
    const before = await whereAsked()
    await owner.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    )
    await vi.waitFor(async () => expect(await whereAsked()).toMatchObject({ is_shared: true }), longWait)
    expect((await whereAsked()).pid).not.toBe(before.pid)
  })
})

describe("a shared connection, with a fake clock", () => {
  let pool: TenantPool

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["performance", "setInterval", "clearInterval"] })
    pool = new TenantPool(applicationPoolConfig(process.env["DATABASE_URL"] ?? "", { statement_timeout: "0" }))
  })
  afterEach(async () => {
    await pool.end()
    vi.useRealTimers()
  })

  const execute = async (name: string, more = "1") => {
    const text = `select pg_backend_pid() as pid, ${shared.text} as is_shared, ${more} as more`
    return (await pool.execute({ name, text })).rows[0] as Where
  }
  const untilShared = async (name: string) => {
    for (;;) {
      const found = await execute(name)
      if (found.is_shared) return found
    }
  }
  /** The first check finds no late result yet. Each later one counts the blocked read as late. */
  const letChecksPass = async (count: number) => {
    for (let i = 0; i < count; i++) {
      vi.advanceTimersByTime(25)
      await new Promise(setImmediate)
    }
  }
  const blockedRead = () => execute("blocked", "pg_advisory_xact_lock_shared(1)::text")
  /** Starts a shared read that waits for a lock. `finish` releases the lock and returns the result. */
  const startBlockedRead = async () => {
    await untilShared("first")
    const owner = await asOwner()
    await owner.query("select pg_advisory_lock(1)")
    const blocked = blockedRead()
    const finish = async () => {
      await owner.query("select pg_advisory_unlock(1)")
      return blocked
    }
    return { blocked, finish }
  }

  it("does not run a read that was late three times", async () => {
    const { finish } = await startBlockedRead()
    await letChecksPass(4)
    expect(await finish()).toMatchObject({ is_shared: true })
    expect(await blockedRead()).toMatchObject({ is_shared: false })
    expect(await execute("first")).toMatchObject({ is_shared: true })
  })

  it("runs a read that was late twice, because the machine may have stalled", async () => {
    const { finish } = await startBlockedRead()
    await letChecksPass(3)
    expect(await finish()).toMatchObject({ is_shared: true })
    expect(await blockedRead()).toMatchObject({ is_shared: true })
  })

  it("delays no other read behind a late result", async () => {
    const quickReads = () => Promise.all(times(40, () => execute("quick")))
    while (new Set((await quickReads()).filter((one) => one.is_shared).map(({ pid }) => pid)).size < 4);
    const { blocked, finish } = await startBlockedRead()
    await letChecksPass(2)
    let isFinished = false
    const finished = blocked.then(() => {
      isFinished = true
    })
    expect((await quickReads()).filter((one) => one.is_shared)).toHaveLength(24)
    expect(isFinished).toBe(false)
    await finish()
    await finished
  })

  it("is replaced when it was idle for a minute", async () => {
    const before = await untilShared("first")
    expect((await execute("first")).pid).toBe(before.pid)
    vi.advanceTimersByTime(61_000)
    expect(await execute("first")).toMatchObject({ is_shared: false })
    expect((await untilShared("first")).pid).not.toBe(before.pid)
  })
})

describe("DATABASE_SHARED_READS", () => {
  beforeEach(disconnect)
  afterEach(async () => {
    vi.unstubAllEnvs()
    await disconnect()
  })

  it("off sends every read to the pool, where it sees only its team's rows", async () => {
    vi.stubEnv("DATABASE_SHARED_READS", "off")
    const teams = await teamsWithClients()
    for (let batch = 0; batch < 5; batch++) expect(await readAsTeams(teams)).toBe(0)
    expect(await rows(seen())).toEqual(noTeam)
    expect(database().pool.totalCount).toBeGreaterThan(1)
  })

  it("rejects other values", () => {
    vi.stubEnv("DATABASE_SHARED_READS", "no")
    expect(database).toThrow("DATABASE_SHARED_READS must be on or off")
  })
})
