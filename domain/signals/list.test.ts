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
