import { expect, it } from "vitest"
import { createGoal } from "@/domain/goals/create-goal"
import { run } from "@/domain/kernel/operation"
import { recordFindings } from "@/domain/signals/record-findings"
import { checkOf, foundNow } from "@/domain/signals/testing/findings"
import { freshClient } from "@/domain/testing/client"
import { freshSource } from "@/domain/testing/facts"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { inTeam, prisma } from "@/prisma/client"
import { listClientLines } from "./list-client-lines"

const now = () => new Date("2026-11-20T10:00:00Z")
const linesOf = async (team: Awaited<ReturnType<typeof freshTeam>>) =>
  (await run(listClientLines, asPerson(team, "owner", now), {})).data

it("returns 21 days of the active clients of one team, the one with the most severe open signal first", async () => {
  const team = await freshTeam()
  const other = await freshTeam()
  const alpine = await freshClient(team, { name: "Alpine" })
  const bergamo = await freshClient(team, { name: "Bergamo" })
  await freshClient(team, { name: "Closed", status: "archived" })
  const foreign = await freshClient(other, { name: "Foreign" })
  for (const [owner, client] of [
    [team, bergamo],
    [other, foreign],
  ] as const)
    await inTeam(owner.id, () => recordFindings(checkOf(owner, client), [foundNow({ severity: "critical" })], now()))

  const { from, to, lines, clients_total } = await linesOf(team)
  expect({ from, to, clients_total }).toEqual({ from: "2026-10-31", to: "2026-11-20", clients_total: 2 })
  expect(lines.map(({ name }) => name)).toEqual(["Bergamo", "Alpine"])
  expect(lines[0]?.signals).toMatchObject([{ severity: "critical", status: "open", date: "2026-11-19" }])
  expect(lines[1]).toEqual({
    id: alpine.id,
    name: "Alpine",
    signals: [],
    goals_n: 0,
    project: null,
    metric: null,
  })
})

it("leaves out dismissed signals and those of earlier days", async () => {
  const team = await freshTeam()
  const client = await freshClient(team)
  const found = [
    foundNow({ dedupe_key: "dismissed", type: "metric_threshold" }),
    foundNow({ dedupe_key: "early", period: { from: "2026-10-01", to: "2026-10-30" } }),
    foundNow({ dedupe_key: "first day", period: { from: "2026-10-01", to: "2026-10-31" } }),
  ]
  await inTeam(team.id, async () => {
    await recordFindings(checkOf(team, client), found, now())
    await prisma.signal.updateMany({ where: { type: "metric_threshold" }, data: { status: "dismissed" } })
  })
  expect((await linesOf(team)).lines[0]?.signals.map(({ date }) => date)).toEqual(["2026-10-31"])
})

it("names the days with a value of the most important metric that has one", async () => {
  const team = await freshTeam()
  const client = await freshClient(team)
  const fact = (metric_id: string, date: string, dims = {}) => ({ metric_id, date, dims, value: 1 })
  await freshSource(team, client, [
    fact("revenue", "2026-09-01"),
    fact("sessions", "2026-11-19", { channel: "email" }),
    fact("sessions", "2026-11-19", { channel: "direct" }),
    fact("sessions", "2026-11-17", { channel: "email" }),
    fact("ad_spend", "2026-11-18"),
  ])
  expect((await linesOf(team)).lines[0]?.metric).toEqual({
    label: "Sessions",
    days: ["2026-11-17", "2026-11-19"],
    unusual_days: [],
  })
})

it("names the days on which the metric was unusual", async () => {
  const team = await freshTeam()
  const client = await freshClient(team)
  await freshSource(team, client, [{ metric_id: "sessions", date: "2026-11-18", dims: {}, value: 1 }])
  const found = [
    foundNow({ dedupe_key: "early", period: { from: "2026-10-29", to: "2026-11-01" } }),
    foundNow({ dedupe_key: "late", period: { from: "2026-11-18", to: "2026-11-18" } }),
    foundNow({ dedupe_key: "goal", type: "goal_off_track", period: { from: "2026-11-01", to: "2026-11-19" } }),
    foundNow({ dedupe_key: "other", subject: { kind: "metric", metric_id: "revenue", filter: {} } }),
  ]
  await inTeam(team.id, () => recordFindings(checkOf(team, client), found, now()))
  expect((await linesOf(team)).lines[0]?.metric?.unusual_days).toEqual(["2026-10-31", "2026-11-01", "2026-11-18"])
})

it("counts the goals of today", async () => {
  const team = await freshTeam()
  const client = await freshClient(team)
  const goalOf = async (metric: string, period: { starts_on: string; ends_on: string }) => {
    const goal = {
      client_id: client.id,
      metric,
      period: "custom",
      comparator: "at_least",
      target: 9,
      ...period,
    } as const
    return (await run(createGoal, asPerson(team, "owner", now), goal)).data
  }
  await goalOf("revenue", { starts_on: "2026-11-01", ends_on: "2026-11-30" })
  await goalOf("sessions", { starts_on: "2026-11-01", ends_on: "2026-11-30" })
  await goalOf("sessions", { starts_on: "2026-12-01", ends_on: "2026-12-31" })
  expect((await linesOf(team)).lines[0]?.goals_n).toBe(2)
})
