import { setTimeout } from "node:timers/promises"
import pg from "pg"
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest"
import { ownDatabase } from "@/domain/deliveries/testing/own-database"
import { freshClient } from "@/domain/testing/client"
import { patience } from "@/domain/testing/patience"
import { freshTeam } from "@/domain/testing/team"
import { acrossTeams, inTeam, raw, rows, type Sql, sql } from "./client"

type Where = { pid: number; is_shared: boolean }
/** A new text each time: on a busy machine one text may count as slow, and shared connections refuse it for a minute then. */
const where = () =>
  sql`select ${raw(`/* ${texts++} */`)} pg_backend_pid() as pid, current_setting('default_transaction_read_only') = 'on' as is_shared`
let texts = 0
const ask = <Row>(statement: Sql) => acrossTeams(() => rows<Row>(statement))
const whereAsked = async (statement = where()) => (await ask<Where>(statement))[0] as Where
const times = <T>(count: number, call: (i: number) => T) => Array.from({ length: count }, (_, i) => call(i))

ownDatabase()

async function asOwner() {
  const owner = new pg.Client({ connectionString: process.env["DATABASE_URL"] })
  await owner.connect()
  return owner
}

/** Opens all shared connections. Each opens only while the others are busy. */
const openAll = () =>
  vi.waitFor(async () => {
    const statement = where()
    const shared = (await Promise.all(times(20, () => whereAsked(statement)))).filter((one) => one.is_shared)
    expect(new Set(shared.map(({ pid }) => pid)).size).toBe(4)
  }, patience)

describe("concurrent reads", () => {
  beforeAll(openAll)

  it("share four connections, and use the pool when these are full", async () => {
    await vi.waitFor(async () => {
      const statement = where()
      const answers = await Promise.all(times(60, () => whereAsked(statement)))
      expect(answers.filter((one) => one.is_shared)).toHaveLength(32)
      expect(new Set(answers.filter((one) => !one.is_shared).map(({ pid }) => pid)).size).toBeLessThanOrEqual(10)
    }, patience)
  })

  it("see only their team's rows, whichever team used the connection before", async () => {
    const teams = await Promise.all(
      times(5, async (i) => {
        const team = await freshTeam()
        await Promise.all(times(i + 1, () => freshClient(team)))
        return { team: team.id, n: i + 1 }
      }),
    )
    const seen = sql`select count(*) as n, min(team_id) as team, max(team_id) as last from client`
    const asked = times(400, (i) => teams[(i * 7 + (i >> 3)) % 5] as (typeof teams)[number])
    const answers = await Promise.all(
      asked.map(({ team }) => inTeam(team, () => rows<{ n: number; team: string; last: string }>(seen))),
    )
    expect(answers.flat()).toEqual(asked.map(({ team, n }) => ({ n, team, last: team })))
    expect(await rows(seen)).toEqual([{ n: 0, team: null, last: null }])
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
  beforeAll(openAll)
  afterEach(() => vi.useRealTimers())

  it("does not run slow reads, which others would wait for", async () => {
    let slow = where()
    await vi.waitFor(async () => {
      slow = sql`${where()}, pg_sleep(0.2)::text as slept`
      expect(await whereAsked(slow)).toMatchObject({ is_shared: true })
    }, patience)
    expect(await whereAsked(slow)).toMatchObject({ is_shared: false })
    await vi.waitFor(async () => expect(await whereAsked()).toMatchObject({ is_shared: true }), patience)
  })

  it("delays no other read behind a late result", async () => {
    let isAnswered = false
    const late = ask(sql`select pg_sleep(1)::text, 1 as once`).then(() => {
      isAnswered = true
    })
    await setTimeout(150)
    const statement = where()
    expect(await Promise.all(times(40, () => whereAsked(statement)))).toHaveLength(40)
    expect(isAnswered).toBe(false)
    await late
  })

  it("runs no write: a write that looks like a read runs once, on the pool", async () => {
    const owner = await asOwner()
    await owner.query(`create table written (n int); grant all on written to signalbox_app;
      create function write_down(n int) returns int language sql as 'insert into written values (n) returning n'`)
    for (const n of [1, 2, 3]) expect(await ask(sql`select write_down(${n}::int)`)).toEqual([{ write_down: n }])
    expect((await owner.query("select array_agg(n order by n) as ns from written")).rows).toEqual([{ ns: [1, 2, 3] }])
    await owner.end()
  })

  it("is replaced when it breaks", async () => {
    const owner = await asOwner()
    const before = await whereAsked()
    await owner.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    )
    await owner.end()
    await vi.waitFor(async () => expect(await whereAsked()).toMatchObject({ is_shared: true }), patience)
    expect((await whereAsked()).pid).not.toBe(before.pid)
  })

  it("is replaced when it was idle for a minute", async () => {
    await vi.waitFor(async () => expect(await whereAsked()).toMatchObject({ is_shared: true }), patience)
    vi.useFakeTimers({ toFake: ["performance"] })
    const before = await whereAsked()
    vi.advanceTimersByTime(61_000)
    expect(await whereAsked()).toMatchObject({ is_shared: false })
    await vi.waitFor(async () => expect(await whereAsked()).toMatchObject({ is_shared: true }), patience)
    expect((await whereAsked()).pid).not.toBe(before.pid)
  })
})
