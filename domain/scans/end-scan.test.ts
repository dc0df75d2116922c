import pg from "pg"
import { expect, it, onTestFinished, vi } from "vitest"
import { createBrand } from "@/domain/ai-projects/brands/create-brand"
import { ownDatabase } from "@/domain/deliveries/testing/own-database"
import { Deadline } from "@/domain/kernel/deadline"
import { run } from "@/domain/kernel/operation"
import { longWait } from "@/domain/testing/long-wait"
import { inTeam, prisma, rows, sql } from "@/prisma/client"
import { cancelScan } from "./cancel"
import { endScan } from "./end-scan"
import { openScan } from "./open-scan"
import { runEngineTasks } from "./run-engine-tasks"
import { vendorOfFile, vendorProject } from "./testing/vendor-project"

// A test locks a table, so other tests must not use the same database.
ownDatabase()
const vendor = vendorOfFile()

/** A scan with complete answers that has not been ended. `startAnswered` starts another one. */
async function answered() {
  const project = await vendorProject(vendor, { prompts: 20, runs: 2, engine: { concurrency: 10 } })
  const startAnswered = async () => {
    const { id } = await project.start()
    const scan = await openScan(id)
    if (!scan) throw new Error("not open")
    await inTeam(scan.team_id, () => runEngineTasks(scan, "openai_api", new Deadline(30_000)))
    return { id, end: () => inTeam(scan.team_id, () => endScan(scan)) }
  }
  return { ...project, ...(await startAnswered()), startAnswered }
}

/** A session in a transaction. `isWaited` waits until another session waits for a lock of it. */
async function lockingSession() {
  const session = new pg.Client({ connectionString: process.env["DATABASE_URL"] })
  await session.connect()
  onTestFinished(() => session.end())
  await session.query("begin")
  const isWaited = () =>
    vi.waitUntil(async () => {
      await session.query("select pg_stat_clear_snapshot()")
      const waiting = "select from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))"
      return (await session.query(waiting)).rowCount
    }, longWait)
  return { session, isWaited }
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
  const { session, isWaited } = await lockingSession()
  // Writing metrics does not read this table, but describing the scan for the event does.
  await session.query("lock table client in access exclusive mode")
  const ending = end()
  await isWaited()
  await run(cancelScan, ada, { scan_id: id })
  await session.query("commit")
  await ending
  expect(await scanOf(id)).toMatchObject({ status: "canceled" })
  expect(await events()).toEqual([])
})

it("does not compare a scan with the previous one when brands changed after some of its answers", async () => {
  const { ada, project_id, end, startAnswered, events, scanOf } = await answered()
  await end()
  const second = await startAnswered()
  await run(createBrand, ada, { project_id, name: "Bose" })
  await second.end()
  const [latest] = await events()
  expect(latest?.data).toMatchObject({
    scan: {
      id: second.id,
      comparable_to_previous: false,
      not_comparable_reason: "brands_changed",
      results: { visibility: { previous: null, change: "insufficient" } },
    },
  })
  expect(await scanOf(second.id)).toMatchObject({ status: "completed" })
})

it("is recounted when a brand is added while its status is written", async () => {
  const { team, project_id, end } = await answered()
  const { session, isWaited } = await lockingSession()
  await session.query("select from ai_project where id = $1 for update", [project_id])
  const ending = end()
  await isWaited()
  // What adding a brand writes when the project has no finished scan yet.
  await session.query(
    `insert into ai_recount (team_id, project_id, version, total_n, finished_at) values ($1, $2, 5, 0, now())
    on conflict (project_id) do update set version = 5, finished_at = now()`,
    [team.id, project_id],
  )
  await session.query("commit")
  await ending
  const recounts = await inTeam(team.id, () => prisma.aiRecount.findMany({ where: { project_id } }))
  expect(recounts).toMatchObject([{ version: 5, finished_at: null, total_n: 40 }])
})
