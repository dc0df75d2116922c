import { setTimeout as sleep } from "node:timers/promises"
import pg from "pg"
import { expect, it, onTestFinished } from "vitest"
import { setEnginePrice } from "@/domain/ai-engines/set-engine-price"
import { examplePrice } from "@/domain/ai-engines/testing/price"
import { ownDatabase } from "@/domain/deliveries/testing/own-database"
import { run } from "@/domain/kernel/operation"
import { setSpendCap } from "@/domain/scans/set-spend-cap"
import { tasksOf, vendorOfFile, vendorProject } from "@/domain/scans/testing/vendor-project"
import { inTeam, rows, sql } from "@/prisma/client"
import { backgroundProcess, backgroundWork } from "./testing/background"

ownDatabase()
const vendor = vendorOfFile()
const prompts = 80
const concurrency = 8
/** Questions in flight at the engine, plus as many answers that are not stored yet. */
const maxInFlight = 2 * concurrency

/** A scan of 80 prompts, each asked once. The engine responds after 100 ms. */
async function startedScan() {
  vendor.delayMs = 100
  const project = await vendorProject(vendor, { prompts, runs: 1, engine: { concurrency } })
  const { id } = await project.start()
  const isEnded = () =>
    expect
      .poll(() => project.scanOf(id), { interval: 200 })
      .toMatchObject({
        status: "completed",
        answers_valid: prompts,
        tasks: { total: prompts, succeeded: prompts, failed: 0, skipped: 0 },
      })
  return { ...project, id, isEnded }
}

/** How often each prompt was asked. */
function timesAsked() {
  const asked = Map.groupBy(vendor.asked, ({ body }) => String(body["input"]))
  return new Map([...asked].map(([prompt, of]) => [prompt, of.length]))
}

const recorded = (scanId: string) =>
  inTeam("*", async () => {
    const found = await rows<{ text: string }>(
      sql`select p.text from scan_task t join ai_prompt p on p.id = t.prompt_id where t.scan_id = ${scanId} and t.status = 'succeeded'`,
    )
    return found.map(({ text }) => text)
  })

const answers = (scanId: string) => inTeam("*", () => rows(sql`select 1 from answer where scan_id = ${scanId}`))

/**
 * Checks that answers stored before a kill were not asked again, and that at most the questions in flight at each kill
 * were asked twice.
 */
async function expectNothingLostOrDoubled(scanId: string, before: string[], kills: number) {
  const times = timesAsked()
  expect(times.size).toBe(prompts)
  for (const prompt of before) expect(times.get(prompt)).toBe(1)
  expect(vendor.asked.length - prompts).toBeLessThanOrEqual(kills * maxInFlight)
  expect(await answers(scanId)).toHaveLength(prompts)
}

it.each([
  ["before the first answer", 1],
  ["in the middle", prompts / 2],
  ["shortly before the end", prompts - 2],
])(
  "killed %s, a scan continues with the next start, loses no answer, and repeats no question whose answer is stored",
  async (_, point) => {
    const { id, isEnded, events } = await startedScan()
    const { kill } = await backgroundProcess()
    await expect.poll(() => vendor.asked.length, { interval: 5 }).toBeGreaterThanOrEqual(point)
    await kill()
    const before = await recorded(id)
    const askedBefore = vendor.asked.length
    expect(askedBefore - before.length).toBeGreaterThan(0)
    expect(askedBefore - before.length).toBeLessThanOrEqual(maxInFlight)
    await backgroundProcess()
    await isEnded()
    await expectNothingLostOrDoubled(id, before, 1)
    expect(await events()).toHaveLength(1)
  },
)

it.each([
  ["visibility_cell", "visibility_cell"],
  // The same statement also writes the message. Maintenance writes to webhook_message, too, and may wait earlier.
  ["webhook_message", "webhook_sequence"],
])(
  "killed while it ends and writes to %s, a scan ends with the next start and sends one event",
  async (table, statement) => {
    const { id, isEnded, scanOf, events } = await startedScan()
    const session = new pg.Client({ connectionString: process.env["DATABASE_URL"] })
    await session.connect()
    onTestFinished(() => session.end())
    await session.query(`begin; lock table ${table} in share mode`)
    const { kill } = await backgroundProcess()
    const waiting = async () => {
      await session.query("select pg_stat_clear_snapshot()")
      const text =
        "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query ilike $1"
      return (await session.query(text, [`%${statement}%`])).rowCount
    }
    await expect.poll(waiting).toBeGreaterThan(0)
    await kill()
    await session.query("commit")
    expect(await scanOf(id)).toMatchObject({ status: "running" })
    expect(await events()).toHaveLength(0)
    await backgroundProcess()
    await isEnded()
    expect(vendor.asked).toHaveLength(prompts)
    expect(await events()).toHaveLength(1)
  },
)

it("when either of two processes is killed, the other continues the scan", async () => {
  const { id, isEnded, events } = await startedScan()
  const one = await backgroundProcess()
  const two = await backgroundProcess()
  await expect.poll(() => vendor.asked.length, { interval: 5 }).toBeGreaterThan(prompts / 4)
  await one.kill()
  const before = await recorded(id)
  await backgroundProcess()
  await sleep(200)
  await two.kill()
  const then = await recorded(id)
  await backgroundProcess()
  await isEnded()
  await expectNothingLostOrDoubled(id, [...before, ...then], 2)
  expect(await events()).toHaveLength(1)
})

it("killed processes spend no more than the cap", async () => {
  const { ada, id, scanOf } = await startedScan()
  const price = { ...examplePrice, valid_from: "2026-01-01", usd_per_million_in: 0, usd_per_million_out: 0 }
  await run(setEnginePrice, ada, { ...price, usd_per_request: 0.01, usd_per_search: 0 })
  await run(setSpendCap, ada, { cap_usd: 0.5 })
  const first = await backgroundProcess()
  await expect.poll(() => vendor.asked.length, { interval: 5 }).toBeGreaterThan(10)
  await first.kill()
  const second = await backgroundProcess()
  await expect.poll(() => vendor.asked.length, { interval: 5 }).toBeGreaterThan(25)
  await second.kill()
  await backgroundProcess()
  await expect.poll(async () => (await scanOf(id)).status, { interval: 200 }).toBe("failed")
  const { requests_billed, cost_usd, tasks } = await scanOf(id)
  expect(vendor.asked.length).toBeGreaterThan(tasks.succeeded)
  expect(vendor.asked.length).toBeLessThanOrEqual(requests_billed)
  expect(requests_billed).toBe(50)
  expect(cost_usd).toBeNull()
})

it("on shutdown, a process waits for questions in flight, and none is asked again", async () => {
  const { id, isEnded } = await startedScan()
  const { stop } = await backgroundWork()
  await expect.poll(() => vendor.asked.length, { interval: 5 }).toBeGreaterThan(prompts / 4)
  await stop()
  expect(vendor.asked.length).toBeLessThan(prompts)
  expect((await recorded(id)).length).toBe(vendor.asked.length)
  const left = Map.groupBy(await tasksOf(id), ({ status }) => status)
  expect(left.get("running")).toBeUndefined()
  await backgroundWork()
  await isEnded()
  expect(vendor.asked).toHaveLength(prompts)
})
