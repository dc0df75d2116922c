import { expect, it } from "vitest"
import { isForecastToMiss } from "@/components/goals/outlook"
import { addDays } from "@/domain/metrics/calendar"
import { freshClient } from "@/domain/testing/client"
import { freshSource } from "@/domain/testing/facts"
import { freshGoal } from "@/domain/testing/goal"
import { freshTeam } from "@/domain/testing/team"
import { callerInTeam } from "@/server/testing/team-caller"
import { readGoals } from "./read-goals"

it("lists the newest three goals, and knows an older one that will be missed", async () => {
  const team = await freshTeam()
  const client = await freshClient(team)
  const today = new Date().toISOString().slice(0, 10)
  const days = Array.from({ length: 60 }, (_, i) => ({
    metric_id: "sessions",
    date: addDays(today, i - 60),
    value: 100,
  }))
  await freshSource(team, client, days)
  // With 100 sessions per day, goals of 40, 39, 38 and 37 days reach 4,000, 3,900, 3,800 and 3,700.
  for (const [i, target] of [8_000, 3_000, 3_100, 3_200].entries())
    await freshGoal(team, client, {
      ...{ target, period: "custom", created_at: new Date(Date.now() - (9 - i) * 86_400_000) },
      ...{ starts_on: new Date(addDays(today, i - 20)), ends_on: new Date(addDays(today, 19)) },
    })
  const { active, listed } = await readGoals(callerInTeam(team), client.id)
  expect(active.map(({ target, forecast }) => [target, forecast?.value])).toEqual([
    [3_200, 3_700],
    [3_100, 3_800],
    [3_000, 3_900],
    [8_000, 4_000],
  ])
  expect(listed).toEqual(active.slice(0, 3))
  expect(active.filter(isForecastToMiss).map(({ target }) => target)).toEqual([8_000])
})
