/**
 * Tests delivery without any wake-up: no NOTIFY is received, and no event is stored for a later due time. Only the cron
 * of the sweep ticks.
 */
import { setTimeout as sleep } from "node:timers/promises"
import pg from "pg"
import { beforeAll, expect, it, vi } from "vitest"
import { freshDeliveries } from "@/domain/deliveries/testing/fresh-deliveries"
import { ownDatabase } from "@/domain/deliveries/testing/own-database"
import { receiving } from "@/domain/deliveries/testing/receiving"
import { queryRows } from "@/domain/deliveries/testing/rows-of"
import { isFullSize, printMeasurement, sized } from "@/domain/testing/size"
import { sql } from "@/prisma/client"
import { Listener } from "./listener"
import { sweepPendingWork } from "./sweep"
import { backgroundWork } from "./testing/background"

ownDatabase()
/**
 * At full size the product's own interval of a minute, for ten minutes. Otherwise the interval is twelve times shorter.
 */
const periodMs = sized(5_000, 60_000)
const durationMs = sized(30_000, 600_000)

beforeAll(async () => {
  if (!isFullSize) Object.assign(sweepPendingWork.opts, { triggers: [{ cron: "*/5 * * * * *" }] })
  for (const method of ["on", "onOpen"] as const) vi.spyOn(Listener.prototype, method).mockReturnValue()
  const owner = new pg.Client({ connectionString: process.env["DATABASE_URL"] })
  await owner.connect()
  await owner.query(`
    create function lose() returns trigger language plpgsql as $$ begin return null; end $$;
    create trigger lose before insert on engine_run for each row
      when (new.function_id = 'signalbox-deliver' and new.due_at > now() + interval '10 ms') execute function lose()`)
  await owner.end()
})

it("starts all attempts within the sweep's interval: new ones, retries, and those that a killed process had leased", async () => {
  await backgroundWork()
  const end = performance.now() + durationMs
  const plain = await receiving()
  const refusals = [500]
  const failing = await receiving((_, response) => response.writeHead(refusals.pop() ?? 200).end())
  await freshDeliveries(failing.endpoint, 1, { agoSeconds: 0 })
  const [left] = await freshDeliveries(plain.endpoint, 1, { state: "held" })
  await queryRows(sql`update webhook_delivery set state = 'leased', lease_token = gen_random_uuid(), last_attempt = 1, next_attempt_at = now(),
    leased_until = now() + make_interval(secs => ${periodMs / 3_000}::float8) where id = ${left?.id}`)
  // Spread over the time between two ticks.
  const apartSeconds = (durationMs - 2 * periodMs) / 6_200
  for (let i = 0; i < 6; i++) await freshDeliveries(plain.endpoint, 1, { agoSeconds: -i * apartSeconds })

  const due = new Map<string, number>()
  while (performance.now() < end) {
    for (const { attempt, at } of await waiting()) due.set(attempt, Math.max(at, due.get(attempt) ?? 0))
    await sleep(50)
  }
  const started = await queryRows<{ attempt: string; at: number }>(
    sql`select delivery_id || ' ' || number as attempt, extract(epoch from started_at)::float8 * 1000 as at from webhook_attempt`,
  )
  const waits = started.map(({ attempt, at }) => at - (due.get(attempt) ?? Number.NaN))
  printMeasurement("started after being due, milliseconds", waits.map(Math.round))
  expect(waits).toHaveLength(9)
  if (isFullSize) expect(Math.max(...waits)).toBeLessThan(periodMs)
  expect(await waiting()).toEqual([])
})

/**
 * Pending attempts and when they can start: when they are due, or when their lease expires. After the sweep, an expired
 * delivery is due since before its lease.
 */
const waiting = () =>
  queryRows<{ attempt: string; at: number }>(sql`
    select id || ' ' || last_attempt + 1 as attempt, extract(epoch from coalesce(leased_until, next_attempt_at))::float8 * 1000 as at
    from webhook_delivery where state in ('pending', 'leased')`)
