import { expect, it } from "vitest"
import { setUpEngine } from "@/domain/ai-engines/set-up-engine"
import { Deadline } from "@/domain/kernel/deadline"
import { newId } from "@/domain/kernel/ids"
import { run } from "@/domain/kernel/operation"
import { asKey, asPerson, freshTeam } from "@/domain/testing/team"
import { inTeam, rows, type Sql, sql } from "@/prisma/client"
import { cancelScan } from "./cancel"
import { createScan } from "./create"
import { pauseEngine, reserveStarts } from "./engine-limits"
import { getProgress } from "./get-progress"
import { listTasks } from "./list-tasks"
import { processScan } from "./process-scan"
import { sampleProject } from "./testing/sample-project"

async function setup() {
  const made = await sampleProject({ prompts: 5 })
  const { team, ada, project_id } = made
  const { data } = await run(createScan, ada, { project_id })
  const scan_id = data.id
  return {
    ...made,
    scan_id,
    progress: async () => (await run(getProgress, asPerson(team, "viewer"), { scan_id })).data,
    tasks: async (filters: object = {}) => (await run(listTasks, ada, { scan_id, ...filters })).data,
    /** Changes some tasks of the scan, as answers of the engine would. */
    change: (set: Sql, most: number) =>
      inTeam(team.id, () =>
        rows(sql`update scan_task set ${set} where team_id = ${team.id} and id in (
          select id from scan_task where scan_id = ${scan_id} and status = 'pending' and error_code is null order by id limit ${most})`),
      ),
    finish: () => processScan(scan_id, new Deadline(90_000)),
  }
}

it("reports all questions of a queued scan as waiting", async () => {
  const { progress } = await setup()
  expect(await progress()).toMatchObject({
    status: "queued",
    started_by: "Ada Test",
    tasks: { total: 10, succeeded: 0 },
    answers_per_minute: null,
    seconds_left: null,
    engines: [{ engine_id: "sample", is_sample: true, total: 10, waiting: 10, running: 0, succeeded: 0, errors: [] }],
  })
})

it("reports failures by engine and code, separating retries from final failures", async () => {
  const { team, change, progress, tasks } = await setup()
  await change(sql`status = 'failed', error_code = 'timeout', attempts = 5`, 3)
  await change(sql`status = 'failed', error_code = 'refused', attempts = 1`, 1)
  await change(
    sql`status = 'pending', error_code = 'rate_limited', attempts = 1, due_at = now() + interval '1 hour'`,
    2,
  )
  await change(sql`status = 'running', due_at = now() + interval '1 minute'`, 1)
  await inTeam(team.id, () =>
    rows(
      sql`update team_engine set next_question_at = now() + interval '1 hour', per_minute = null where team_id = ${team.id}`,
    ),
  )
  const [engine] = (await progress()).engines
  expect(engine).toMatchObject({ total: 10, failed: 4, waiting: 5, running: 1, skipped: 0 })
  expect(engine?.errors).toEqual([
    { code: "timeout", failed: 3, waiting: 0 },
    { code: "rate_limited", failed: 0, waiting: 2 },
    { code: "refused", failed: 1, waiting: 0 },
  ])
  expect(Date.parse(engine?.paused_until ?? "")).toBeGreaterThan(Date.now() + 3_000_000)
  expect(await tasks({ status: ["failed"] })).toHaveLength(4)
  const [waiting, ...others] = await tasks({ error_code: "rate_limited", engine: "sample" })
  expect(others).toHaveLength(1)
  expect(waiting).toMatchObject({ engine_id: "sample", status: "pending", attempts: 1, prompt: { text: /earbuds/ } })
  expect(Date.parse(waiting?.next_attempt_at ?? "")).toBeGreaterThan(Date.now())
})

it("reports a pause of an engine with a rate limit, and no pause for its reserved start times", async () => {
  const { team, ada, progress } = await setup()
  const paused_until = async () => (await progress()).engines[0]?.paused_until
  for (const per_minute of [1, 60, 600]) {
    await run(setUpEngine, ada, { engine_id: "sample", per_minute })
    const reserve = () => inTeam(team.id, () => reserveStarts(team.id, "sample", 1_000))
    while ((await reserve()).count > 0);
    expect([per_minute, await paused_until()]).toEqual([per_minute, null])
    await inTeam(team.id, () => pauseEngine(team.id, "sample", 600))
    expect(Date.parse((await paused_until()) ?? "")).toBeGreaterThan(Date.now() + 590_000)
  }
})

it("estimates the remaining time of a running scan from its speed", async () => {
  const { team, scan_id, change, progress, finish } = await setup()
  await change(sql`due_at = now() + interval '1 hour'`, 4)
  await finish()
  const pace = (started: Sql) =>
    inTeam(team.id, () =>
      rows(sql`update scan set started_at = ${started} where team_id = ${team.id} and id = ${scan_id}`),
    )
  await pace(sql`now() - interval '30 seconds'`)
  const young = await progress()
  expect(young).toMatchObject({ status: "running", tasks: { succeeded: 6 }, engines: [{ succeeded: 6, waiting: 4 }] })
  expect(young.answers_per_minute).toBeCloseTo(12, 0)
  expect(young.seconds_left).toBeCloseTo(20, 0)
  await pace(sql`now() - interval '1 hour'`)
  expect((await progress()).answers_per_minute).toBeCloseTo(3, 0)
  const answersTook = (asked: Sql, latencyMs: number) =>
    inTeam(team.id, () =>
      rows(sql`update answer set asked_at = ${asked}, latency_ms = ${latencyMs} where scan_id = ${scan_id}`),
    )
  await answersTook(sql`now() - interval '150 seconds'`, 100_000)
  expect((await progress()).answers_per_minute, "received 50 s ago").toBeCloseTo(3, 0)
  await answersTook(sql`now() - interval '150 seconds'`, 1_000)
  expect(await progress()).toMatchObject({ answers_per_minute: 0, seconds_left: null })
})

it("reports no remaining time for an ended scan, and the skipped questions of a canceled one", async () => {
  const done = await setup()
  await done.finish()
  expect(await done.progress()).toMatchObject({
    status: "completed",
    seconds_left: null,
    engines: [{ succeeded: 10, waiting: 0, paused_until: null }],
  })
  const canceled = await setup()
  await run(cancelScan, canceled.ada, { scan_id: canceled.scan_id })
  expect(await canceled.progress()).toMatchObject({ status: "canceled", engines: [{ skipped: 10, waiting: 0 }] })
})

it("returns tasks in consistent pages", async () => {
  const { ada, scan_id } = await setup()
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await run(listTasks, ada, { scan_id, limit: 4, ...(cursor && { cursor }) })
    seen.push(...page.data.map((task) => task.id))
    expect(page.meta.total).toBe(10)
    cursor = page.meta.next_cursor ?? undefined
  } while (cursor)
  expect(new Set(seen).size).toBe(10)
})

it("returns progress and tasks only to the scan's team", async () => {
  const { team, scan_id } = await setup()
  const stranger = asPerson(await freshTeam())
  for (const operation of [getProgress, listTasks]) {
    await expect(run(operation, stranger, { scan_id })).rejects.toMatchObject({ code: "resource_not_found" })
    await expect(run(operation, stranger, { scan_id: newId("scan") })).rejects.toMatchObject({
      code: "resource_not_found",
    })
    await expect(run(operation, asKey(team), { scan_id })).rejects.toMatchObject({ code: "scope_missing" })
  }
})
