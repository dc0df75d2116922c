import { afterEach, expect, it, vi } from "vitest"
import { Deadline } from "@/domain/kernel/deadline"
import { processScan } from "@/domain/scans/process-scan"
import { makeDue, vendorOfFile, vendorProject } from "@/domain/scans/testing/vendor-project"
import { inTeam, prisma, rows, sql } from "@/prisma/client"
import { scanStatus } from "./scan-status"

const vendor = vendorOfFile()
afterEach(() => vi.unstubAllEnvs())

const statusOf = async (team: { slug: string }) =>
  (await scanStatus({ days: 1 })).filter((one) => one.team === team.slug)

/** Moves the scan's queue and start times back by `minutes`. */
const moveBack = (scanId: string, minutes: number) =>
  inTeam("*", () =>
    rows(sql`update scan set queued_at = queued_at - make_interval(mins => ${minutes}::int),
      started_at = started_at - make_interval(mins => ${minutes}::int) where id = ${scanId}`),
  )

it("a scan whose questions wait for a process is reported as stuck, with the time since when", async () => {
  const { team, start } = await vendorProject(vendor)
  const { id } = await start()
  expect(await statusOf(team)).toMatchObject([
    { scan_id: id, state: "queued", tasks: 8, answered: 0, project: "Earbuds" },
  ])
  await moveBack(id, 60)
  const [stuck] = await statusOf(team)
  expect(stuck).toMatchObject({ state: "stuck", engines: [{ engine_id: "openai_api", open: 8, failed: 0 }] })
  const scan = await inTeam(team.id, () => prisma.scan.findFirstOrThrow({ where: { team_id: team.id, id } }))
  expect(stuck?.since).toBe(scan.queued_at.toISOString())
})

it("a scan whose questions are being asked, or that waits for its engine's rate limit, is reported as running", async () => {
  const { team, start } = await vendorProject(vendor)
  const { id } = await start()
  await moveBack(id, 60)
  await inTeam("*", () => rows(sql`update scan set status = 'running', started_at = now() where id = ${id}`))
  await moveBack(id, 30)
  expect(await statusOf(team)).toMatchObject([{ state: "stuck" }])
  await inTeam("*", () =>
    rows(sql`update team_engine set next_question_at = now() + interval '1 h' where team_id = ${team.id}`),
  )
  expect(await statusOf(team)).toMatchObject([{ state: "running", engines: [{ open: 8 }] }])
  await makeDue(id)
  await inTeam("*", () =>
    rows(sql`update scan_task set status = 'running', due_at = now() + interval '1 min'
      where id in (select id from scan_task where scan_id = ${id} limit 1)`),
  )
  expect(await statusOf(team)).toMatchObject([{ state: "running" }])
})

it("a failed scan is reported with its engine and the reason, and a successful scan is not listed", async () => {
  const good = await vendorProject(vendor, { prompts: 1, runs: 1 })
  await processScan((await good.start()).id, new Deadline(30_000))
  expect(await statusOf(good.team)).toEqual([])
  const bad = await vendorProject(vendor, { prompts: 1, runs: 1 })
  const { id } = await bad.start()
  await inTeam("*", () =>
    rows(sql`update scan_task set status = 'failed', error_code = 'key_refused' where scan_id = ${id}`),
  )
  await processScan(id, new Deadline(30_000))
  expect(await statusOf(bad.team)).toMatchObject([
    {
      scan_id: id,
      state: "failed",
      error_code: "key_refused",
      engines: [{ engine_id: "openai_api", failed: 1, error_code: "key_refused" }],
    },
  ])
})
