import { afterEach, describe, expect, it, vi } from "vitest"
import { setUpEngine } from "@/domain/ai-engines/set-up-engine"
import { getProject } from "@/domain/ai-projects/get-project"
import { listPrompts } from "@/domain/ai-projects/prompts/list-prompts"
import type { Schedule } from "@/domain/ai-projects/schedule"
import { updateProject } from "@/domain/ai-projects/update-project"
import { listAudit } from "@/domain/audit/list"
import { pauseClient } from "@/domain/clients/pause"
import { resumeClient } from "@/domain/clients/resume"
import { ownDatabase } from "@/domain/deliveries/testing/own-database"
import { log } from "@/domain/kernel/log"
import { run } from "@/domain/kernel/operation"
import { changePlan } from "@/domain/teams/change-plan"
import { updateTeam } from "@/domain/teams/update"
import { acrossTeams, inTeam, prisma } from "@/prisma/client"
import { cancelScan } from "./cancel"
import { createScan } from "./create"
import { listScans } from "./list"
import { startDueScans } from "./start-due-scans"
import { sampleProject } from "./testing/sample-project"

ownDatabase()
afterEach(async () => {
  vi.restoreAllMocks()
  await acrossTeams(() => prisma.aiProject.updateMany({ data: { status: "paused" } }))
})

/** A project with a clock that the test sets. */
async function setup(schedule: Schedule, more: Parameters<typeof sampleProject>[0] = {}) {
  const clock = { now: new Date("2026-11-21T12:00:00Z") }
  const now = () => clock.now
  const made = await sampleProject({ ...more, now, project: { schedule, ...more.project } })
  const { ada, project_id } = made
  const project = async () => (await run(getProject, ada, { project_id })).data
  return {
    ...made,
    project,
    update: (change: object) => run(updateProject, ada, { project_id, ...change }),
    scans: async () => (await run(listScans, ada, { project_id })).data,
    /** Runs the schedule at `time` and returns what it starts. */
    at: (time: string) => {
      clock.now = new Date(time)
      return startDueScans(new Date(clock.now.getTime() + 50_000), now)
    },
  }
}

const daily = { every: "daily", hour: 6 } as const
const nothing = { started: 0, skipped: 0 }

describe("a schedule", () => {
  it("waits for a scan of a selection, and keeps the notice of a skipped scan", async () => {
    const { ada, at, project, scans, project_id } = await setup(daily)
    const [prompt] = (await run(listPrompts, ada, { project_id })).data
    const { data: all } = await run(createScan, ada, { project_id })
    expect(await at("2026-11-23T06:00:01Z")).toEqual({ started: 0, skipped: 1 })
    await run(cancelScan, ada, { scan_id: all.id })
    const { data: selected } = await run(createScan, ada, { project_id, prompt_ids: [prompt?.id ?? ""] })
    expect((await project()).skipped_scan?.code).toBe("scan_under_way")
    expect(await at("2026-11-24T06:00:01Z")).toEqual(nothing)
    await run(cancelScan, ada, { scan_id: selected.id })
    expect(await at("2026-11-24T06:10:01Z")).toEqual({ started: 1, skipped: 0 })
    expect(await scans()).toHaveLength(3)
  })

  it("waits while the client is paused, and continues afterwards", async () => {
    const { ada, at, project, scans } = await setup(daily)
    const { client_id } = await project()
    await run(pauseClient, ada, { client_id })
    expect(await at("2026-11-23T06:00:01Z")).toEqual(nothing)
    await run(resumeClient, ada, { client_id })
    expect(await at("2026-11-23T08:00:00Z"), "a missed scan does not start later").toEqual(nothing)
    expect(await at("2026-11-24T06:00:01Z")).toEqual({ started: 1, skipped: 0 })
    expect(await scans()).toHaveLength(1)
  })

  it("starts a scan when it is due, not before, and plans the next one", async () => {
    const { ada, at, project, scans } = await setup(daily)
    expect((await project()).next_scan_at).toBe("2026-11-22T06:00:00.000Z")
    expect(await at("2026-11-22T05:59:59Z")).toEqual(nothing)
    expect(await at("2026-11-22T06:00:01Z")).toEqual({ started: 1, skipped: 0 })
    expect(await scans()).toMatchObject([{ trigger: "schedule", status: "queued", tasks: { total: 8 } }])
    expect(await project()).toMatchObject({ next_scan_at: "2026-11-23T06:00:00.000Z", skipped_scan: null })
    expect(await at("2026-11-22T06:01:00Z")).toEqual(nothing)
    expect((await run(listAudit, ada, {})).data[0]).toMatchObject({
      action: "ai_visibility.scan_started",
      actor_kind: "system",
      actor_label: "Schedule",
    })
  })

  it("starts a due scan once with several processes", async () => {
    const { at, scans } = await setup(daily)
    const all = await Promise.all(Array.from({ length: 8 }, () => at("2026-11-22T06:00:01Z")))
    expect(all.reduce((sum, { started, skipped }) => sum + started + skipped, 0)).toBe(1)
    expect(await scans()).toHaveLength(1)
  })

  it("starts one scan after several missed ones", async () => {
    const { at, scans, project } = await setup(daily)
    expect(await at("2026-12-04T17:30:00Z")).toEqual({ started: 1, skipped: 0 })
    expect(await at("2026-12-04T17:31:00Z")).toEqual(nothing)
    expect([(await scans()).length, (await project()).next_scan_at]).toEqual([1, "2026-12-05T06:00:00.000Z"])
  })

  it("uses its own time zone, else the client's, else the team's, also after the team's changes", async () => {
    const own = await setup({ ...daily, timezone: "Asia/Tokyo" }, { timezone: "Europe/Rome" })
    expect((await own.project()).next_scan_at).toBe("2026-11-21T21:00:00.000Z")
    const client = await setup(daily, { timezone: "Europe/Rome" })
    expect((await client.project()).next_scan_at).toBe("2026-11-22T05:00:00.000Z")
    const team = await setup(daily)
    for (const { ada } of [own, client, team]) await run(updateTeam, ada, { timezone: "America/New_York" })
    for (const { at } of [own, client, team]) expect(await at("2026-11-21T12:01:00Z")).toEqual(nothing)
    const next = await Promise.all([own, client, team].map(async ({ project }) => (await project()).next_scan_at))
    expect(next).toEqual(["2026-11-21T21:00:00.000Z", "2026-11-22T05:00:00.000Z", "2026-11-22T11:00:00.000Z"])
  })

  it("plans the next scan again when it is changed, paused, resumed or archived, and not on other changes", async () => {
    const { update, project } = await setup(daily)
    const next = async (change: object) => (await update(change)).data.next_scan_at
    expect(await next({ name: "Earphones", schedule: { hour: 6, every: "daily" } })).toBe("2026-11-22T06:00:00.000Z")
    expect(await next({ schedule: { every: "weekly", weekday: 5, hour: 3 } })).toBe("2026-11-27T03:00:00.000Z")
    expect(await next({ status: "paused" })).toBeNull()
    expect(await next({ status: "active" })).toBe("2026-11-27T03:00:00.000Z")
    expect(await next({ status: "archived" })).toBeNull()
    expect(await next({ status: "active", schedule: { every: "monthly", day: 31 } })).toBe("2026-11-30T06:00:00.000Z")
    expect(await next({ schedule: { every: "manual" } })).toBeNull()
    expect((await project()).schedule).toEqual({ every: "manual" })
  })

  it("reports why a scan could not start, and tries again at the next scheduled time", async () => {
    const { ada, at, project, scans } = await setup(daily)
    await run(setUpEngine, ada, { engine_id: "sample", is_enabled: false })
    expect(await at("2026-11-22T06:00:01Z")).toEqual({ started: 0, skipped: 1 })
    expect(await project()).toMatchObject({
      next_scan_at: "2026-11-23T06:00:00.000Z",
      skipped_scan: {
        due_at: "2026-11-22T06:00:00.000Z",
        code: "engine_not_set_up",
        message: /sample/,
        fix: /Settings/,
      },
    })
    expect((await run(listAudit, ada, {})).data[0]).toMatchObject({
      action: "ai_visibility.scan_skipped",
      actor_kind: "system",
      after: { name: expect.any(String), code: "engine_not_set_up" },
    })
    expect(await at("2026-11-22T06:02:00Z")).toEqual(nothing)
    await run(setUpEngine, ada, { engine_id: "sample", is_enabled: true })
    expect(await at("2026-11-23T06:00:01Z")).toEqual({ started: 1, skipped: 0 })
    expect([(await project()).skipped_scan, (await scans()).length]).toEqual([null, 1])
  })

  it.each([
    ["scan_under_way", (s: Setup) => run(createScan, s.ada, { project_id: s.project_id })],
    ["over_budget", (s: Setup) => s.update({ monthly_answer_budget: 3 })],
    ["plan_required", (s: Setup) => run(changePlan, s.ada, { plan: "free" })],
    ["no_engine", (s: Setup) => s.update({ asked_engines: [] })],
  ] as const)("skips the scan for %s", async (code, prepare) => {
    const made = await setup(daily)
    await prepare(made)
    expect(await made.at("2026-11-22T06:00:01Z")).toEqual({ started: 0, skipped: 1 })
    expect((await made.project()).skipped_scan?.code).toBe(code)
  })
  type Setup = Awaited<ReturnType<typeof setup>>

  it("clears the reason for the skipped scan when a scan starts", async () => {
    const { ada, project_id, at, project, scans } = await setup(daily)
    const { data: first } = await run(createScan, ada, { project_id })
    await at("2026-11-22T06:00:01Z")
    expect((await project()).skipped_scan?.code).toBe("scan_under_way")
    await run(cancelScan, ada, { scan_id: first.id })
    await run(createScan, ada, { project_id })
    expect([(await project()).skipped_scan, (await scans()).length]).toEqual([null, 2])
  })

  it("stays due after an error, and does not delay other projects", async () => {
    const logged = vi.spyOn(log, "error").mockImplementation(() => {})
    const broken = await setup(daily)
    const setZone = (timezone: string) =>
      inTeam(broken.team.id, () =>
        prisma.aiProject.updateMany({ where: { id: broken.project_id }, data: { schedule: { ...daily, timezone } } }),
      )
    await setZone("Mars/Olympus")
    const fine = await setup({ ...daily, hour: 7 })
    expect(await fine.at("2026-11-22T07:00:01Z")).toEqual({ started: 1, skipped: 0 })
    expect(logged).toHaveBeenCalledOnce()
    await setZone("UTC")
    expect(await broken.at("2026-11-22T07:01:00Z")).toEqual({ started: 1, skipped: 0 })
  })

  it("waits while the team is suspended", async () => {
    const suspended = await setup(daily)
    const setSuspended = (is_suspended: boolean) =>
      inTeam(suspended.team.id, () =>
        prisma.team.updateMany({ where: { id: suspended.team.id }, data: { is_suspended } }),
      )
    await setSuspended(true)
    expect(await suspended.at("2026-11-22T06:00:01Z")).toEqual(nothing)
    await setSuspended(false)
    expect(await suspended.at("2026-11-22T07:01:00Z")).toEqual({ started: 1, skipped: 0 })
  })

  it("is planned first when it has no next scan yet, as in sample or imported projects", async () => {
    const { team, project_id, at, project } = await setup({ every: "manual" })
    await inTeam(team.id, () =>
      prisma.aiProject.updateMany({ where: { team_id: team.id, id: project_id }, data: { schedule: daily } }),
    )
    expect(await at("2026-11-21T12:01:00Z")).toEqual(nothing)
    expect((await project()).next_scan_at).toBe("2026-11-22T06:00:00.000Z")
  })
})
