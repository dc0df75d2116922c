import { expect, it } from "vitest"
import type { TeamFacts } from "@/domain/kernel/context"
import { newId } from "@/domain/kernel/ids"
import { run } from "@/domain/kernel/operation"
import { freshEndedScan } from "@/domain/scans/testing/ended-scan"
import { sampleProject } from "@/domain/scans/testing/sample-project"
import { dismissSignals } from "@/domain/signals/dismiss"
import { recordFindings } from "@/domain/signals/record-findings"
import { checkOf, foundNow } from "@/domain/signals/testing/findings"
import { freshClient } from "@/domain/testing/client"
import { freshEndpoint } from "@/domain/testing/endpoint"
import { freshSource } from "@/domain/testing/facts"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { inTeam, prisma } from "@/prisma/client"
import { listImprovements } from "./list-improvements"

const dayMs = 86_400_000
const startMs = Date.now()
const daysAgo = (days: number) => new Date(startMs - days * dayMs)
const improvementsOf = async (team: TeamFacts) => (await run(listImprovements, asPerson(team), {})).data

it("lists open signals that are good for the client, newest first", async () => {
  const team = await freshTeam()
  const client = await freshClient(team)
  const record = (key: string, impact: "positive" | "negative" | "neutral", at: Date) =>
    inTeam(team.id, () =>
      recordFindings({ ...checkOf(team, client), key }, [foundNow({ impact, dedupe_key: key, title: key })], at),
    )
  await record("rose", "positive", daysAgo(2))
  await record("rose later", "positive", daysAgo(1))
  await record("rose long ago", "positive", daysAgo(8))
  await record("fell", "negative", daysAgo(1))
  await record("neither", "neutral", daysAgo(1))
  const [falseAlarm] = await record("false alarm", "positive", daysAgo(1))
  await run(dismissSignals, asPerson(team), { signal_ids: [falseAlarm as string] })
  expect((await improvementsOf(team)).signals.map(({ title }) => title)).toEqual(["rose later", "rose"])
  expect((await improvementsOf(await freshTeam())).signals).toEqual([])
})

it("lists a data source that syncs again after a failed sync", async () => {
  const team = await freshTeam()
  const client = await freshClient(team)
  const source = async (
    name: string,
    run: { error_code: string | null; days: number }[],
    more: { status?: string; status_changed_at?: Date; last_success_at?: Date; sync_frequency?: string } = {},
  ) => {
    const state = { status: "active", status_changed_at: daysAgo(1), last_success_at: daysAgo(0), ...more }
    const data_source_id = await freshSource(team, client, [], { display_name: name, ...state })
    await inTeam(team.id, () =>
      prisma.syncRun.createMany({
        data: run.map(({ error_code, days }) => ({
          id: newId("syncRun"),
          team_id: team.id,
          data_source_id,
          trigger: "schedule",
          status: error_code ? "failed" : "succeeded",
          error_code,
          started_at: daysAgo(days),
          finished_at: daysAgo(days),
        })),
      }),
    )
    return data_source_id
  }
  const failure = { error_code: "provider_unavailable", days: 2 }
  const success = { error_code: null, days: 1.5 }
  const recovered = await source("recovered", [failure, { ...success, days: 0.5 }, { ...success, days: 0.2 }])
  const storing = await source("the first sync still runs", [failure])
  await source("a user paused it after a success", [failure, success])
  await source("still failing", [failure], { status: "error" })
  await source("reconnected, without a sync", [failure], { last_success_at: daysAgo(3) })
  await source("stale again", [failure], {
    status_changed_at: daysAgo(5),
    last_success_at: daysAgo(4),
    sync_frequency: "daily",
  })
  await source("recovered long ago", [{ ...failure, days: 10 }], { status_changed_at: daysAgo(9) })
  await source("never failed", [])
  const { recoveries } = await improvementsOf(team)
  expect(recoveries).toEqual([
    { kind: "source", id: recovered, name: "recovered", project_id: null, at: daysAgo(0.5).toISOString() },
    {
      ...{ kind: "source", id: storing, name: "the first sync still runs", project_id: null },
      at: daysAgo(1).toISOString(),
    },
  ])
})

it("lists the latest scan of a project if it completed and the scan before it failed", async () => {
  const { team, project_id } = await sampleProject()
  const scan = (status: string, days: number) => freshEndedScan(team, project_id, status, daysAgo(days))
  await scan("failed", 3)
  expect((await improvementsOf(team)).recoveries).toEqual([])
  await scan("canceled", 2.5)
  const { id, finished_at } = await scan("completed", 2)
  const recovered = { kind: "scan", id, name: "Earbuds", project_id, at: finished_at?.toISOString() }
  expect((await improvementsOf(team)).recoveries).toEqual([recovered])
  await scan("completed", 1)
  expect((await improvementsOf(team)).recoveries).toEqual([])
})

it("lists a webhook with a notice of its recovery, unless it has failed since", async () => {
  const team = await freshTeam()
  const notice = async (days: number, endpoint: { failure_count?: number; state?: string } = {}) => {
    const { id } = await freshEndpoint(team, endpoint)
    const data = { team_id: team.id, endpoint_id: id, kind: "recovered", detail: "", created_at: daysAgo(days) }
    await inTeam(team.id, () => prisma.webhookNotice.create({ data: { id: newId("notice"), ...data } }))
    return id
  }
  const recovered = await notice(1)
  await notice(8)
  await notice(1, { failure_count: 1 })
  await notice(1, { state: "deleted" })
  const { recoveries } = await improvementsOf(team)
  expect(recoveries.map(({ kind, id }) => [kind, id])).toEqual([["webhook", recovered]])
})
