/**
 * Tests that every list with a date filter returns what lies in the range, and that adjacent ranges have no gap or
 * overlap.
 */
import { expect, it } from "vitest"
import { createTopic } from "@/domain/ai-projects/topics/create-topic"
import { run } from "@/domain/kernel/operation"
import { createSignalRule } from "@/domain/signal-rules/create"
import { freshGoal } from "@/domain/testing/goal"
import { asKey, asPerson, freshTeam } from "@/domain/testing/team"
import { parametersOf } from "../testing/path-ids"
import { projectWithAnswers, reportWithWidgets, signalOfClient } from "../testing/sample-data"
import { routes } from "./routes"

const dated = routes.filter(({ operation }) => "created_after" in operation.input.shape)

it("several lists filter by date", () => {
  expect(dated.length).toBeGreaterThan(6)
})

it.each(dated.map((route) => [route.operation.id, route] as const))("%s", async (_, route) => {
  const { operation } = route
  const team = await freshTeam({ plan: "agency" })
  const { client_id } = await reportWithWidgets(team)
  const things: Record<string, string> = { ...(await projectWithAnswers(team)), client_id }
  await freshGoal(team, { id: client_id })
  await signalOfClient(team)
  await run(createSignalRule, asPerson(team), { type: "metric_anomaly", name: "Main metrics" })
  await run(createTopic, asPerson(team), { project_id: things["project_id"] ?? "", name: "Travel" })
  const ids = Object.fromEntries(parametersOf(operation).map((name) => [name, things[name]]))
  const list = async (filter: object) => (await run(operation, asKey(team), { ...ids, ...filter } as never)).data
  const all = (await list({})) as { id: string; created_at: string; updated_at?: string }[]
  const first = all[0]
  if (!first) throw new Error("the setup has nothing to list")
  const names = (some: unknown) => (some as { id: string }[]).map(({ id }) => id)
  expect(names(await list({ created_after: first.created_at }))).toContain(first.id)
  expect(names(await list({ created_before: first.created_at }))).not.toContain(first.id)
  expect(names(await list({ created_after: "2199-01-01" }))).toEqual([])
  if (!first.updated_at) return
  expect(names(await list({ updated_after: first.updated_at, sort: "updated_at" }))).toContain(first.id)
  expect(names(await list({ updated_after: "2199-01-01" }))).toEqual([])
})
