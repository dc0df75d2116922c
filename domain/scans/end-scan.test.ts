import pg from "pg"
import { expect, it, onTestFinished, vi } from "vitest"
import { ownDatabase } from "@/domain/deliveries/testing/own-database"
import { Deadline } from "@/domain/kernel/deadline"
import { run } from "@/domain/kernel/operation"
import { longWait } from "@/domain/testing/long-wait"
import { inTeam, rows, sql } from "@/prisma/client"
import { cancelScan } from "./cancel"
import { endScan } from "./end-scan"
import { openScan } from "./open-scan"
import { runEngineTasks } from "./run-engine-tasks"
import { vendorOfFile, vendorProject } from "./testing/vendor-project"

// A test locks a table, so other tests must not use the same database.
ownDatabase()
const vendor = vendorOfFile()

/** A scan with complete answers that has not been ended. */
async function answered() {
  const project = await vendorProject(vendor, { prompts: 20, runs: 2, engine: { concurrency: 10 } })
  const { id } = await project.start()
  const scan = await openScan(id)
  if (!scan) throw new Error("not open")
  await inTeam(scan.team_id, () => runEngineTasks(scan, "openai_api", new Deadline(30_000)))
  const end = () => inTeam(scan.team_id, () => endScan(scan))
  return { ...project, id, end }
}

it("ends once when several workers end it at the same time", async () => {
  const { team, ada, id, end, scanOf, events } = await answered()
  await Promise.all(Array.from({ length: 6 }, end))
  await end()
  expect(await scanOf(id)).toMatchObject({ status: "completed", answers_valid: 40 })
  expect(await events()).toHaveLength(1)
  await expect(run(cancelScan, ada, { scan_id: id })).rejects.toThrow(
    "This scan has already ended, so it cannot be canceled.",
  )
  const cells = () =>
    inTeam(team.id, () => rows<{ answers: number }>(sql`select answers from visibility_cell where scan_id = ${id}`))
  expect(await cells()).toEqual(Array(20).fill({ answers: 2 }))
})

it("stays canceled and sends no event when it is canceled after its metrics are written", async () => {
  const { ada, id, end, scanOf, events } = await answered()
  const session = new pg.Client({ connectionString: process.env["DATABASE_URL"] })
  await session.connect()
  onTestFinished(() => session.end())
  // Writing metrics does not read this table, but describing the scan for the event does.
  await session.query("begin; lock table client in access exclusive mode")
  const ending = end()
  await vi.waitUntil(async () => {
    await session.query("select pg_stat_clear_snapshot()")
    const waiting =
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query ilike '%duration_ms%'"
    return (await session.query(waiting)).rowCount
  }, longWait)
  await run(cancelScan, ada, { scan_id: id })
  await session.query("commit")
  await ending
  expect(await scanOf(id)).toMatchObject({ status: "canceled" })
  expect(await events()).toEqual([])
})
