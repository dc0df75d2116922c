import { describe, expect, it, onTestFinished, vi } from "vitest"
import type { TeamFacts } from "@/domain/kernel/context"
import { newId } from "@/domain/kernel/ids"
import { run } from "@/domain/kernel/operation"
import { flushRequestLog, logRequest } from "@/domain/keys/request-log"
import { freshEndedScan } from "@/domain/scans/testing/ended-scan"
import { sampleProject } from "@/domain/scans/testing/sample-project"
import { recordFindings } from "@/domain/signals/record-findings"
import { checkOf, foundNow } from "@/domain/signals/testing/findings"
import { freshClient } from "@/domain/testing/client"
import { freshEndpoint } from "@/domain/testing/endpoint"
import { freshSource } from "@/domain/testing/facts"
import { freshKey } from "@/domain/testing/key"
import { freshMember } from "@/domain/testing/person"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { inTeam, prisma } from "@/prisma/client"
import { getFirstSteps } from "./get-first-steps"
import { getStatus } from "./get-status"
import { getTraffic } from "./get-traffic"
import { listFailedScans } from "./list-failed-scans"
import { listUpcoming } from "./list-upcoming"

const hourMs = 3_600_000
const daysAgo = (days: number) => new Date(Date.now() - days * 24 * hourMs)

it("counts open signals, failing sources and failing webhooks of one team", async () => {
  const team = await freshTeam()
  const other = await freshTeam()
  const client = await freshClient(team)
  const found = [foundNow(), foundNow({ severity: "critical", dedupe_key: "another" })]
  await inTeam(team.id, () => recordFindings(checkOf(team, client), found, new Date()))
  await freshSource(team, client, [], { status: "error" })
  await freshSource(team, client, [], { status: "reauth_required", last_success_at: daysAgo(9) })
  await freshSource(team, client, [], { status: "active", sync_frequency: "daily", last_success_at: daysAgo(9) })
  await freshSource(team, client, [], { status: "active", last_success_at: new Date() })
  const archived = await freshClient(team, { status: "archived" })
  await freshSource(team, archived, [], { status: "error" })
  await freshSource(team, archived, [], { status: "active", sync_frequency: "daily", last_success_at: daysAgo(9) })
  await freshEndpoint(team, { failure_count: 3 })
  await freshEndpoint(team, { failure_count: 3, state: "deleted" })
  await freshEndpoint(team)

  expect((await run(getStatus, asPerson(team), {})).data).toEqual({
    signals_open: 2,
    signals_critical: 1,
    sources_failing: 2,
    sources_stale: 1,
    webhooks_failing: 1,
  })
  const { data } = await run(getStatus, asPerson(other), {})
  expect(Object.values(data)).toEqual([0, 0, 0, 0, 0])
})

describe("home.getTraffic", () => {
  const now = Date.parse("2026-11-20T12:30:00.000Z")
  const hourStart = now + 1 - hourMs
  const traffic = async (team: TeamFacts) =>
    (
      await run(
        getTraffic,
        asPerson(team, "owner", () => new Date(now)),
        {},
      )
    ).data

  function logged(team: TeamFacts, key_id: string, status: number, at: number, startedAt = at) {
    logRequest({
      id: newId("request", startedAt),
      team_id: team.id,
      key_id,
      method: "GET",
      route: "/api/v1/clients",
      path: "/api/v1/clients",
      status,
      code: null,
      duration_ms: at - startedAt,
      bytes: 1,
      ip: null,
      user_agent: null,
      created_at: new Date(at).toISOString(),
    })
  }

  it("counts the requests of all keys by hour and outcome", async () => {
    const team = await freshTeam()
    const a = await freshKey(team)
    const b = await freshKey(team)
    for (const status of [200, 200, 304, 400, 429, 500]) logged(team, a.id, status, now - 60_000)
    logged(team, b.id, 503, hourStart)
    logged(team, b.id, 204, hourStart - 1)
    const first = hourStart - 23 * hourMs
    logged(team, a.id, 404, first, first - 30_000)
    logged(team, a.id, 200, first - 1)
    await flushRequestLog()

    const { hours, ...totals } = await traffic(team)
    expect(totals).toEqual({ requests: 9, succeeded: 4, refused: 3, failed: 2 })
    expect(hours.map(({ from }) => Date.parse(from))).toEqual(hours.map((_, i) => first + i * hourMs))
    expect(hours).toHaveLength(24)
    expect(hours[0]).toEqual({ from: new Date(first).toISOString(), succeeded: 0, refused: 1, failed: 0 })
    expect(hours[1]).toMatchObject({ succeeded: 0, refused: 0, failed: 0 })
    expect(hours[22]).toMatchObject({ succeeded: 1, refused: 0, failed: 0 })
    expect(hours[23]).toEqual({ from: new Date(hourStart).toISOString(), succeeded: 3, refused: 2, failed: 2 })
  })

  it("does not count requests of another team", async () => {
    const team = await freshTeam()
    const other = await freshTeam()
    logged(other, (await freshKey(other)).id, 200, now)
    await flushRequestLog()
    const { hours, ...totals } = await traffic(team)
    expect(totals).toEqual({ requests: 0, succeeded: 0, refused: 0, failed: 0 })
    expect(hours).toHaveLength(24)
    expect((await traffic(other)).requests).toBe(1)
  })
})

it("lists the next scans with their number of answers, and the next hour of syncs", async () => {
  const { team, ada, project_id } = await sampleProject({ prompts: 4 })
  const at = new Date(Date.now() + 30 * hourMs)
  at.setUTCMinutes(0, 0, 0)
  const later = new Date(at.getTime() + 5 * hourMs)
  await inTeam(team.id, () => prisma.aiProject.updateMany({ where: { id: project_id }, data: { next_scan_at: later } }))
  const client = await freshClient(team)
  await freshSource(team, client, [], { next_sync_at: new Date(at.getTime() + 120_000) })
  const first = { display_name: "Ads", next_sync_at: new Date(at.getTime() + 60_000) }
  const source = { id: await freshSource(team, client, [], first), name: "Ads" }
  await freshSource(team, client, [], { next_sync_at: new Date(at.getTime() + 2 * hourMs) })
  await freshSource(team, await freshClient(team, { status: "archived" }), [], { next_sync_at: daysAgo(9) })

  const { data } = await run(listUpcoming, ada, {})
  expect(data).toEqual([
    { kind: "syncs", at: first.next_sync_at.toISOString(), project: null, source, count: 2 },
    { kind: "scan", at: later.toISOString(), project: { id: project_id, name: "Earbuds" }, source: null, count: 8 },
  ])
})

it("lists the next email of new signals while it has signals and recipients, and a mail server is configured", async () => {
  onTestFinished(() => void vi.unstubAllEnvs())
  const team = await freshTeam()
  const client = await freshClient(team)
  await inTeam(team.id, () => recordFindings(checkOf(team, client), [foundNow()], new Date()))
  const next = async (now: string) =>
    (
      await run(
        listUpcoming,
        asPerson(team, "owner", () => new Date(now)),
        {},
      )
    ).data
  const setMailServer = () => {
    vi.stubEnv("SMTP_URL", "smtp://127.0.0.1:1")
    vi.stubEnv("SMTP_FROM", "signalbox@example.test")
  }
  setMailServer()
  expect(await next("2026-11-20T06:00:00.000Z"), "without recipients").toEqual([])
  await freshMember(team, "owner")
  const email = { kind: "email", project: null, source: null, count: 1 }
  expect(await next("2026-11-20T06:00:00.000Z")).toEqual([{ ...email, at: "2026-11-20T07:00:00.000Z" }])
  expect(await next("2026-11-20T07:00:00.000Z")).toEqual([{ ...email, at: "2026-11-21T07:00:00.000Z" }])
  vi.unstubAllEnvs()
  expect(await next("2026-11-20T06:00:00.000Z"), "without a mail server").toEqual([])
})

it("lists a project when its most recent scan failed, but not when a later scan succeeded", async () => {
  const { team, ada, project_id } = await sampleProject()
  const failed = await freshEndedScan(team, project_id, "failed", daysAgo(2))
  expect((await run(listFailedScans, ada, {})).data).toEqual([
    {
      id: failed.id,
      project: { id: project_id, name: "Earbuds" },
      error_code: "engine_error",
      finished_at: failed.finished_at?.toISOString(),
    },
  ])
  await freshEndedScan(team, project_id, "completed", daysAgo(1))
  expect((await run(listFailedScans, ada, {})).data).toEqual([])
})

it("lists scans that are due at the same time by the id of their project", async () => {
  const { team, ada, project_id } = await sampleProject()
  const at = new Date(Date.now() + 30 * hourMs)
  const ids = [4, 1, 5, 2, 3].map((i) => newId("aiProject", daysAgo(i).getTime()))
  await inTeam(team.id, async () => {
    const { client_id } = await prisma.aiProject.findFirstOrThrow({ where: { id: project_id } })
    for (const id of ids)
      await prisma.aiProject.create({ data: { id, team_id: team.id, client_id, name: id, next_scan_at: at } })
  })
  const { data } = await run(listUpcoming, ada, {})
  expect(data.map(({ project }) => project?.id)).toEqual(ids.toSorted().slice(0, 4))
})

it("lists the five newest of the scans that failed at the same time", async () => {
  const { team, ada, project_id } = await sampleProject()
  const finished_at = daysAgo(1)
  const scans = [4, 1, 6, 5, 2, 3].map((i) => ({
    id: newId("scan", daysAgo(i).getTime()),
    project: newId("aiProject"),
  }))
  await inTeam(team.id, async () => {
    const { client_id } = await prisma.aiProject.findFirstOrThrow({ where: { id: project_id } })
    for (const { id, project } of scans) {
      await prisma.aiProject.create({ data: { id: project, team_id: team.id, client_id, name: project } })
      const ended = { status: "failed", panel_version: 1, finished_at }
      await prisma.scan.create({ data: { id, team_id: team.id, project_id: project, trigger: "manual", ...ended } })
    }
  })
  const { data } = await run(listFailedScans, ada, {})
  expect(data.map(({ id }) => id)).toEqual(
    scans
      .map(({ id }) => id)
      .toSorted()
      .toReversed()
      .slice(0, 5),
  )
})

it("returns which first steps a team has done", async () => {
  const team = await freshTeam()
  const steps = async () => Object.values((await run(getFirstSteps, asPerson(team), {})).data)
  expect(await steps()).toEqual([false, false, false, false, false])
  const client = await freshClient(team)
  await freshSource(team, client, [])
  await freshKey(team)
  await freshEndpoint(team)
  expect(await steps()).toEqual([true, true, true, true, false])
})
