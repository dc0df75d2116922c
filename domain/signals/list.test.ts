import { randomUUID } from "node:crypto"
import { expect, it } from "vitest"
import { run } from "@/domain/kernel/operation"
import { freshClient } from "@/domain/testing/client"
import { asKey, freshTeam } from "@/domain/testing/team"
import { inTeam } from "@/prisma/client"
import { listSignals } from "./list"
import { recordFindings } from "./record-findings"
import { checkOf, foundNow } from "./testing/findings"

it("sorts by creation in both directions, and by severity with the newest of each first", async () => {
  const team = await freshTeam()
  const client = await freshClient(team)
  const severities = ["warning", "critical", "info", "warning"] as const
  for (const [i, severity] of severities.entries()) {
    const title = `${i} ${severity}`
    const finding = foundNow({ severity, title, dedupe_key: title })
    await inTeam(team.id, () => recordFindings(checkOf(team, client), [finding], new Date()))
  }
  const titles = async (sort?: string) =>
    (await run(listSignals, asKey(team), { sort } as never)).data.map(({ title }) => title)
  const oldestFirst = severities.map((severity, i) => `${i} ${severity}`)
  expect(await titles("created_at")).toEqual(oldestFirst)
  expect(await titles()).toEqual(oldestFirst.toReversed())
  expect(await titles("-severity")).toEqual(["1 critical", "3 warning", "0 warning", "2 info"])
})

it("sorts by the day of the event, also across pages", async () => {
  const team = await freshTeam()
  const client = await freshClient(team)
  for (const day of ["2026-11-18", "2026-11-20", "2026-11-19", "2026-11-20"]) {
    const finding = foundNow({ title: day, dedupe_key: randomUUID(), period: { from: "2026-11-01", to: day } })
    await inTeam(team.id, () => recordFindings(checkOf(team, client), [finding], new Date()))
  }
  const page = async (sort: string, cursor?: string) => {
    const { data, meta } = await run(listSignals, asKey(team), { sort, limit: 2, cursor } as never)
    return { days: data.map(({ title }) => title), next: (meta as { next_cursor: string }).next_cursor }
  }
  const newest = await page("-period_to")
  expect(newest.days).toEqual(["2026-11-20", "2026-11-20"])
  expect((await page("-period_to", newest.next)).days).toEqual(["2026-11-19", "2026-11-18"])
  expect((await page("period_to")).days).toEqual(["2026-11-18", "2026-11-19"])
})
