import { expect, it } from "vitest"
import { exampleSignal } from "@/domain/signals/signal"
import { nextStepOf } from "./signal-action"

const client = { id: "cli_1", name: "Bergamo Bikes", external_id: null }
type Category = "metric" | "goal" | "budget" | "ai_visibility" | "data_health"

function step(category: Category, subject: object) {
  const signal = { ...exampleSignal, category, client, subject: { kind: "metric" as const, ...subject } }
  return Object.values(nextStepOf(signal, "/team") ?? {}).join(" ")
}

it("opens the page that shows what the signal is about", () => {
  expect(step("goal", { metric_id: "revenue" })).toBe("Open goal /team/clients/cli_1/goals")
  expect(step("budget", { metric_id: "ad_spend" })).toBe("Open budget /team/clients/cli_1/goals")
  expect(step("metric", { metric_id: "sessions" })).toBe("See metric /team/clients/cli_1?metric=sessions")
  expect(step("data_health", { data_source_id: "dso_1" })).toBe("Open source /team/sources/dso_1")
  expect(step("ai_visibility", { project_id: "aip_1" })).toBe("See prompts /team/ai-visibility/aip_1/prompts")
  expect(step("ai_visibility", { project_id: "aip_1", filter: { cited_domain: "a.example" } })).toBe(
    "See citing pages /team/ai-visibility/aip_1/citations/a.example",
  )
})
