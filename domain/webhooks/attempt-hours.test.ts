import { setTimeout as sleep } from "node:timers/promises"
import fc from "fast-check"
import pg from "pg"
import { beforeEach, expect, it } from "vitest"
import { freshDeliveries } from "@/domain/deliveries/testing/fresh-deliveries"
import { ownDatabase } from "@/domain/deliveries/testing/own-database"
import { queryRows } from "@/domain/deliveries/testing/rows-of"
import type { TeamFacts } from "@/domain/kernel/context"
import { newId } from "@/domain/kernel/ids"
import { run } from "@/domain/kernel/operation"
import { deleteExpired } from "@/domain/operating/retention"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { freshAttempt, freshWebhook } from "@/domain/testing/webhook"
import { disconnect, sql } from "@/prisma/client"
import { countHours } from "./attempt-hours"
import { getStats } from "./get-stats"
import { largestError } from "./time-histogram"

ownDatabase()

async function nothing() {
  await queryRows(sql`delete from webhook_attempt`)
  await queryRows(sql`delete from webhook_delivery`)
  await queryRows(sql`delete from webhook_attempt_hour`)
}
beforeEach(nothing)

const ranges = { "24h": [1, 24], "7d": [6, 28], "30d": [24, 30] } as const
type Range = keyof typeof ranges

/** The counts that the charts show. */
const charted = async (team: TeamFacts, webhook_id: string, range: Range) =>
  (await run(getStats, asPerson(team), { webhook_id, range })).data

type Counted = {
  from: string | null
  attempts: number
  succeeded: number
  s5xx: number
  none: number
  p95: number | null
}

/** The same counts from the attempts: one row per bar that has attempts, and one total. */
function counted(endpointId: string, range: Range) {
  const [hours, bars] = ranges[range]
  const bar = sql`date_bin(make_interval(hours => ${hours}), started_at, '2001-01-01 00:00Z')`
  return queryRows<Counted>(sql`
    select ${bar} as "from", count(*) as attempts, count(*) filter (where state = 'succeeded') as succeeded,
      count(*) filter (where status / 100 = 5) as s5xx, count(*) filter (where status is null) as none,
      percentile_cont(0.95) within group (order by total_ms) filter (where status is not null) as p95
    from webhook_attempt where endpoint_id = ${endpointId}
      and started_at >= date_bin(make_interval(hours => ${hours}), now(), '2001-01-01 00:00Z') - make_interval(hours => ${hours * (bars - 1)})
    group by grouping sets ((1), ())`)
}

async function expectSame(team: TeamFacts, endpointId: string) {
  for (const range of ["24h", "7d", "30d"] as const) {
    const [{ buckets, totals }, direct] = await inOneHour(() =>
      Promise.all([charted(team, endpointId, range), counted(endpointId, range)]),
    )
    for (const one of [...buckets.map((bucket) => ({ ...bucket })), { ...totals, from: null }]) {
      const exact = direct.find(({ from }) => from === one.from) ?? {
        attempts: 0,
        succeeded: 0,
        s5xx: 0,
        none: 0,
        p95: null,
      }
      const { attempts, succeeded, by_status, p95_ms } = one
      const { p95, attempts: n, succeeded: ok, s5xx, none } = exact
      expect({ attempts, succeeded, s5xx: by_status["5xx"], none: by_status.none }).toEqual({
        attempts: n,
        succeeded: ok,
        s5xx,
        none,
      })
      if (p95 === null) expect(p95_ms).toBeNull()
      else expect(Math.abs((p95_ms ?? 0) / p95 - 1)).toBeLessThanOrEqual(largestError + 1e-6)
    }
  }
}

/** Reads within one hour. When an hour ends the bars move, so results from before and after cannot be compared. */
async function inOneHour<T>(read: () => Promise<T>): Promise<T> {
  const thisHour = () => Math.floor(Date.now() / 3_600_000)
  for (;;) {
    const hour = thisHour()
    const found = await read()
    if (hour === thisHour()) return found
  }
}

/** Attempts of the last 32 days, many at the edges of hours. Some are in flight. */
const attempt = fc.record({
  minutesAgo: fc.oneof(
    fc.integer({ min: 0, max: 32 * 1_440 }),
    fc.integer({ min: 0, max: 180 }),
    fc.integer({ min: 0, max: 40 }).map((hours) => hours * 60),
  ),
  of: fc.nat({ max: 1 }),
  status: fc.constantFrom(200, 204, 302, 404, 503, null),
  isStarted: fc.boolean(),
  total_ms: fc.double({ min: 0.1, max: 16_000, noNaN: true }),
})

it("the charts show the same counts as the attempts, whenever hours are counted and attempts end", async () => {
  const team = await freshTeam()
  const endpoints = [await freshWebhook(team), await freshWebhook(team)]
  await fc.assert(
    fc.asyncProperty(
      fc.array(attempt, { maxLength: 60 }),
      fc.array(attempt, { maxLength: 20 }),
      fc.integer({ min: 1, max: 800 }),
      async (before, late, most) => {
        await nothing()
        for (const { of, ...one } of before) await made(team, endpoints[of]?.id ?? "", one)
        await Promise.all([countHours(most), countHours(800)])
        // New attempts start now, and those in flight end.
        for (const { of, ...one } of late) await made(team, endpoints[of]?.id ?? "", { ...one, minutesAgo: 0 })
        for (const { id } of endpoints) await expectSame(team, id)
        await queryRows(end)
        for (const { id } of endpoints) await expectSame(team, id)
        await countHours(800)
        for (const { id } of endpoints) await expectSame(team, id)
      },
    ),
    { numRuns: 25 },
  )
})

type AttemptOptions = { minutesAgo: number; status: number | null; isStarted: boolean; total_ms: number }

function made(team: TeamFacts, endpointId: string, { minutesAgo, status, isStarted, total_ms }: AttemptOptions) {
  const started_at = new Date(Date.now() - minutesAgo * 60_000)
  if (isStarted) return inFlight({ id: endpointId, team_id: team.id }, started_at)
  const stateOfResponse = (status ?? 0) < 300 ? "succeeded" : "failed"
  const state = status === null ? "unknown" : stateOfResponse
  return freshAttempt(team, endpointId, { started_at, state, status, ...(status !== null && { total_ms }) })
}

async function inFlight(endpoint: { id: string; team_id: string }, startedAt: Date) {
  const [made] = await freshDeliveries(endpoint, 1, { state: "leased" })
  await queryRows(sql`update webhook_delivery set updated_at = ${startedAt}, attempt_id = ${newId("attempt")}, last_attempt = 1
    where id = ${made?.id}`)
}

/** Ends all attempts in flight as failed. */
const end = sql`
  with leased as (select * from webhook_delivery where state = 'leased'),
  ended as (update webhook_delivery d set state = 'exhausted' from leased l where d.id = l.id)
  insert into webhook_attempt (id, team_id, delivery_id, endpoint_id, message_id, event_type, number, trigger, state, url, started_at,
    ended_at, status, total_ms)
  select attempt_id, team_id, id, endpoint_id, message_id, event_type, last_attempt, 'auto', 'failed', 'https://x.example', updated_at,
    now(), 503, 7 from leased`

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)
const hourlyCounts = (endpointId: string) =>
  queryRows<{ attempts: number }>(
    sql`select attempts from webhook_attempt_hour where endpoint_id = ${endpointId} order by hour`,
  )

/** Repeatedly kills connections that count hours. Returns a function that stops this and closes the connections. */
async function killCountingConnections() {
  const owner = new pg.Client({ connectionString: process.env["DATABASE_URL"] })
  await owner.connect()
  let isOver = false
  const killing = (async () => {
    while (!isOver) {
      await owner.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and query like '%webhook_attempt_hour%'`)
      await sleep(15)
    }
  })()
  return async () => {
    isOver = true
    await killing.finally(() => owner.end())
    await disconnect()
  }
}

it("counts every missed hour, and continues after being killed", async () => {
  const team = await freshTeam()
  const { id } = await freshWebhook(team)
  for (let hour = 2; hour < 302; hour++) await freshAttempt(team, id, { started_at: hoursAgo(hour), total_ms: 5 })
  const stopKilling = await killCountingConnections()
  let kills = 0
  for (let n = 0; n < 5; n++) await countHours(60).catch(() => kills++)
  await stopKilling()
  expect(kills).toBeGreaterThan(0)
  expect((await hourlyCounts(id)).length).toBeLessThan(300)
  while ((await countHours(50)) === 50);
  expect(await hourlyCounts(id)).toEqual(Array(300).fill({ attempts: 1 }))
  await expectSame(team, id)
})

it("counts an hour once it is over, and skips hours that the charts no longer show", async () => {
  const team = await freshTeam()
  const { id } = await freshWebhook(team)
  await freshAttempt(team, id)
  await freshAttempt(team, id, { started_at: hoursAgo(32 * 24) })
  expect(await countHours(10)).toBe(0)
  await freshAttempt(team, id, { started_at: hoursAgo(2) })
  expect(await countHours(10)).toBe(1)
  expect(await hourlyCounts(id)).toEqual([{ attempts: 1 }])
})

it("a counted hour replaces deleted attempts in the charts, and is deleted when no chart shows it", async () => {
  const team = await freshTeam()
  const { id } = await freshWebhook(team)
  await freshAttempt(team, id, { started_at: hoursAgo(20 * 24) })
  await countHours(10)
  await queryRows(sql`delete from webhook_attempt`)
  expect((await charted(team, id, "30d")).totals.attempts).toBe(1)
  expect(await deleteExpired("webhook_attempt_hour")).toMatchObject({ deleted: 0 })
  await queryRows(sql`update webhook_attempt_hour set hour = hour - interval '12 days'`)
  expect(await deleteExpired("webhook_attempt_hour")).toMatchObject({ deleted: 1 })
})

it("a counted hour is not visible to another team", async () => {
  const team = await freshTeam()
  const other = await freshTeam()
  const { id } = await freshWebhook(team)
  await freshAttempt(team, id, { started_at: hoursAgo(3) })
  await countHours(10)
  await expect(charted(other, id, "7d")).rejects.toMatchObject({ code: "resource_not_found" })
})
