import pg from "pg"
import { expect, it, onTestFinished, vi } from "vitest"
import { changeTeam } from "@/domain/installation/change-team"
import { run } from "@/domain/kernel/operation"
import { longWait } from "@/domain/testing/long-wait"
import { inTeam } from "@/prisma/client"
import { cancelScan } from "./cancel"
import { openScan } from "./open-scan"
import { recordResults } from "./record-results"
import { askTask } from "./task-result"
import { claimTasks, failWaiting, releaseTasks, skipOpenTasks } from "./tasks"
import { vendorOfFile, vendorProject } from "./testing/vendor-project"

const vendor = vendorOfFile()

/** A scan with twelve tasks, of which `claimed` are being asked. */
async function setup(claimed: number) {
  const project = await vendorProject(vendor, { prompts: 12, runs: 1 })
  const { id } = await project.start()
  const open = await openScan(id)
  const engine = open?.engines.get("openai_api")
  if (!open || !engine) throw new Error("not open")
  const tasks = await inTeam(open.team_id, () => claimTasks(open, engine, claimed))
  return { ...project, id, open, tasks, results: await Promise.all(tasks.map((task) => askTask(open, engine, task))) }
}

type Setup = Awaited<ReturnType<typeof setup>>

const cancel: [string, (scan: Setup) => Promise<unknown>][] = [
  ["is canceled", ({ ada, id }) => run(cancelScan, ada, { scan_id: id })],
  [
    "is canceled with its team's suspension",
    ({ ada, team }) => changeTeam(ada as never, team.id, { is_suspended: true }),
  ],
]

const changes: [string, number, (scan: Setup) => Promise<void>][] = [
  ["results are recorded", 12, ({ open, results }) => recordResults(open, results)],
  ["tasks are released", 12, ({ open, tasks }) => releaseTasks(open, tasks)],
  ["waiting tasks fail", 0, ({ open }) => failWaiting(open, "openai_api", "timeout")],
  ["tasks of an engine are skipped", 12, ({ open }) => skipOpenTasks(open, "openai_api")],
]

const pairs = cancel.flatMap(([how, canceling]) =>
  changes.map(([what, claimed, changing]) => ({ how, what, claimed, canceling, changing })),
)

it.each(pairs)("$how while $what, without a deadlock", async ({ claimed, canceling, changing }) => {
  const scan = await setup(claimed)
  const { id, open, scanOf } = scan
  const { session, waitForBlocked } = await openSession()
  // With the last task locked, the change locks the others and waits, and then the cancellation waits for the change.
  await session.query("begin")
  await session.query("select from scan_task where scan_id = $1 order by id desc limit 1 for update", [id])
  const changed = inTeam(open.team_id, () => changing(scan))
  await waitForBlocked(1)
  const canceled = canceling(scan)
  await waitForBlocked(2)
  await session.query("commit")
  await Promise.all([changed, canceled])
  expect(await scanOf(id)).toMatchObject({ status: "canceled" })
})

async function openSession() {
  const session = new pg.Client({ connectionString: process.env["DATABASE_URL"] })
  await session.connect()
  onTestFinished(() => session.end())
  /** Waits until this number of sessions wait for `session`, or for another one that does. */
  const waitForBlocked = (count: number) =>
    vi.waitUntil(async () => {
      const blocked = `
        with recursive blocked(pid) as (
          select pg_backend_pid() union select a.pid from pg_stat_activity a join blocked b on b.pid = any(pg_blocking_pids(a.pid)))
        select from blocked`
      await session.query("select pg_stat_clear_snapshot()")
      return (await session.query(blocked)).rowCount === count + 1
    }, longWait)
  return { session, waitForBlocked }
}
