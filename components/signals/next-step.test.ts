import { expect, it } from "vitest"
import { exampleSignal } from "@/domain/signals/signal"
import { nextStepOf } from "./next-step"
import type { Signal } from "./signal-labels"

const step = (parts: Partial<Signal>, promptId?: string) =>
  nextStepOf({ ...(exampleSignal as Signal), ...parts }, "/team", promptId)

const client = `/team/clients/${exampleSignal.client.id}`
const ofProject = (subject: Partial<Signal["subject"]> = {}): Partial<Signal> => ({
  type: "ai_visibility_drop",
  subject: { kind: "ai_project", project_id: "aip_1", ...subject },
  evidence: { kind: "scans", ids: [], counts: {}, scan_id: "scn_1" },
})

it("the next step compares the answers to the prompt that changed most, or else opens the scan", () => {
  expect(step(ofProject({ engine_id: "chatgpt" }), "prm_1")).toEqual({
    name: "Compare answers",
    href: "/team/ai-visibility/aip_1/prompts/prm_1/compare?after=scn_1&engine=chatgpt",
  })
  expect(step(ofProject())).toEqual({ name: "Open scan", href: "/team/ai-visibility/aip_1/scans/scn_1" })
})

it("shows the cited pages of a domain", () => {
  expect(step(ofProject({ filter: { cited_domain: "news.example" } }))).toEqual({
    name: "See cited pages",
    href: "/team/ai-visibility/aip_1/citations/news.example",
  })
})

it("opens the goal, the budget, the data source or the metric", () => {
  const goal = { kind: "goal", goal_id: "goal_1" } as const
  expect(step({ type: "goal_off_track", subject: goal })).toEqual({ name: "Open goal", href: `${client}/goals` })
  expect(step({ type: "budget_pacing", subject: goal })).toMatchObject({ name: "Open budget" })
  const source = { kind: "data_source", data_source_id: "dso_1" } as const
  expect(step({ type: "data_source_stale", subject: source })).toMatchObject({ href: "/team/sources/dso_1" })
  expect(step({ type: "data_source_stale", subject: { kind: "data_source" } })).toBeNull()
  const restated = { kind: "metric", metric_id: "ad_spend", data_source_id: "dso_1" } as const
  expect(step({ type: "data_restated", subject: restated })).toMatchObject({ name: "Open data source" })
  const metric = { kind: "metric", metric_id: "sessions", data_source_id: "dso_1" } as const
  expect(step({ type: "metric_anomaly", subject: metric })).toEqual({
    name: "Open metric",
    href: `${client}?metric=sessions`,
  })
})
