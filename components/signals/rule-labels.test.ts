import { expect, it } from "vitest"
import { describeSettings, describeTypeSetting, type Rule, type RuleChoices, scopeName } from "./rule-labels"

const choices: RuleChoices = {
  clients: { clients: [], chosen: null, notice: null },
  projects: [],
  metrics: [
    { id: "ad_ctr", label: "Ad CTR", unit: "ratio" },
    { id: "ad_roas", label: "Return on ad spend", unit: "ratio" },
    { id: "ad_clicks", label: "Ad clicks", unit: "count" },
  ],
}
const settings = (type: Rule["type"], params: Rule["params"]) =>
  describeSettings({ type, params, sensitivity: "medium" } as Rule, choices)

it("shows the limit of a ratio as a percentage or a multiple", () => {
  const limit = { comparator: "below", limit: 0.05, days: 1 }
  expect(settings("metric_threshold", { metric_id: "ad_ctr", ...limit })).toBe("Ad CTR below 5%")
  expect(settings("metric_threshold", { metric_id: "ad_roas", ...limit, limit: 4.5 })).toBe(
    "Return on ad spend below 4.5×",
  )
  expect(settings("metric_threshold", { metric_id: "ad_clicks", ...limit, limit: 20, days: 7 })).toBe(
    "Ad clicks below 20, over 7 days",
  )
})

it("names the client or project of a rule, and never shows a rule of one client as a rule of all", () => {
  const names = new Map([
    ["cli_1", "Bergamo Bikes"],
    ["aip_1", "E-bikes"],
  ])
  expect(scopeName({ client_id: null, project_id: null }, names)).toBe("All clients")
  expect(scopeName({ client_id: "cli_1", project_id: null }, names)).toBe("Bergamo Bikes")
  expect(scopeName({ client_id: "cli_1", project_id: "aip_1" }, names)).toBe("E-bikes")
  expect(scopeName({ client_id: "cli_2", project_id: null }, names)).toBe("cli_2")
})

it("the label uses the singular for one signal per month", () => {
  expect(settings("metric_anomaly", { alerts_per_month: 1 })).toBe("1 signal per month")
  expect(settings("metric_anomaly", { alerts_per_month: 0.5 })).toBe("0.5 signals per month")
})

it("the label says how a type is detected in the whole team, and counts the rules of its parts", () => {
  const rule = (parts: Partial<Rule>) =>
    ({
      ...{ type: "metric_anomaly", client_id: null, project_id: null, is_enabled: true },
      ...{ sensitivity: "medium", params: {} },
      ...parts,
    }) as Rule
  expect(describeTypeSetting("metric_anomaly", [])).toBe("")
  expect(describeTypeSetting("metric_anomaly", [rule({ sensitivity: "high" }), rule({ type: "goal_met" })])).toBe(
    "high sensitivity",
  )
  expect(describeTypeSetting("metric_anomaly", [rule({ is_enabled: false }), rule({ client_id: "cli_1" })])).toBe(
    "off, 1 other rule",
  )
  expect(describeTypeSetting("metric_anomaly", [rule({ params: { metric_ids: ["sessions"] } })])).toBe("1 rule")
  expect(describeTypeSetting("metric_anomaly", [rule({ params: { alerts_per_month: 1 } })])).toBe("1 signal per month")
})
