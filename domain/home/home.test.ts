import { expect, it } from "vitest"
import { newId } from "@/domain/kernel/ids"
import { run } from "@/domain/kernel/operation"
import { flushRequestLog, logRequest } from "@/domain/keys/request-log"
import { sampleProject } from "@/domain/scans/testing/sample-project"
import { recordFindings } from "@/domain/signals/record-findings"
import { checkOf, foundNow } from "@/domain/signals/testing/findings"
import { freshClient } from "@/domain/testing/client"
import { freshEndpoint } from "@/domain/testing/endpoint"
import { freshSource } from "@/domain/testing/facts"
import { freshKey } from "@/domain/testing/key"
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

it("counts requests of the last 24 hours", async () => {
  const team = await freshTeam()
  const key = await freshKey(team)
  const logged = (route: string, status: number, duration_ms: number, at = Date.now()) =>
    logRequest({
      id: newId("request", at),
      team_id: team.id,
      key_id: key.id,
      method: "GET",
      route,
      path: route,
      status,
      code: null,
      duration_ms,
      bytes: 1,
      ip: null,
      user_agent: null,
      created_at: new Date(at).toISOString(),
    })
  for (let i = 0; i < 20; i++) logged("/api/v1/clients", 200, 10)
  logged("/api/v1/reports", 500, 900)
  logged("/api/v1/reports", 200, 900, Date.now() - 25 * hourMs)
  await flushRequestLog()

  const { data } = await run(getTraffic, asPerson(team), {})
  expect(data).toEqual({ requests: 21, failed: 1 })
})

it("lists the next scans with their number of answers, and the next hour of syncs", async () => {
  const { team, ada, project_id } = await sampleProject({ prompts: 4 })
  const at = new Date(Date.now() + 30 * hourMs)
  at.setUTCMinutes(0, 0, 0)
  const later = new Date(at.getTime() + 5 * hourMs)
  await inTeam(team.id, () => prisma.aiProject.updateMany({ where: { id: project_id }, data: { next_scan_at: later } }))
  const client = await freshClient(team)
  await freshSource(team, client, [], { next_sync_at: new Date(at.getTime() + 60_000) })
  await freshSource(team, client, [], { next_sync_at: new Date(at.getTime() + 120_000) })
  await freshSource(team, client, [], { next_sync_at: new Date(at.getTime() + 2 * hourMs) })

  const { data } = await run(listUpcoming, ada, {})
  expect(data).toEqual([
    { kind: "syncs", at: new Date(at.getTime() + 60_000).toISOString(), project: null, count: 2 },
    { kind: "scan", at: later.toISOString(), project: { id: project_id, name: "Earbuds" }, count: 8 },
  ])
})

it("lists a project when its most recent scan failed, but not when a later scan succeeded", async () => {
  const { team, ada, project_id } = await sampleProject()
  const scan = (status: string, days: number) =>
    prisma.scan.create({
      data: {
        id: newId("scan", daysAgo(days).getTime()),
        team_id: team.id,
        project_id,
        trigger: "manual",
        status,
        panel_version: 1,
        finished_at: daysAgo(days),
        error_code: status === "failed" ? "engine_error" : null,
      },
    })
  const failed = await inTeam(team.id, () => scan("failed", 2))
  expect((await run(listFailedScans, ada, {})).data).toEqual([
    {
      id: failed.id,
      project: { id: project_id, name: "Earbuds" },
      error_code: "engine_error",
      finished_at: failed.finished_at?.toISOString(),
    },
  ])
  await inTeam(team.id, () => scan("completed", 1))
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

it("tells which first steps a team has done", async () => {
  const team = await freshTeam()
  const steps = async () => Object.values((await run(getFirstSteps, asPerson(team), {})).data)
  expect(await steps()).toEqual([false, false, false, false, false])
  const client = await freshClient(team)
  await freshSource(team, client, [])
  await freshKey(team)
  await freshEndpoint(team)
  expect(await steps()).toEqual([true, true, true, true, false])
})
