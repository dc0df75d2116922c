import { expect, it } from "vitest"
import { exampleSignal } from "@/domain/signals/signal"
import { countText, groupSignals } from "./signal-groups"
import type { Signal } from "./signal-labels"

const signal = (id: string, parts: Partial<Signal> = {}) => ({ ...(exampleSignal as Signal), id, ...parts })
const ofScan = (id: string, scan_id: string, parts: Partial<Signal> = {}) =>
  signal(id, {
    subject: { kind: "ai_project", project_id: "aip_1" },
    evidence: { kind: "scans", ids: [], counts: {}, scan_id },
    ...parts,
  })
const ofDay = (id: string, to: string, parts: Partial<Signal> = {}) =>
  signal(id, {
    subject: { kind: "metric", metric_id: "sessions" },
    period: { from: to, to, timezone: "UTC" },
    ...parts,
  })

const idsOf = (signals: Signal[]) =>
  groupSignals(signals).map(({ lead, others }) => [lead, ...others].map(({ id }) => id))

it("groups the signals of one scan below the most severe one, at the place of the first", () => {
  const signals = [
    ofScan("cited", "scn_2", { severity: "info" }),
    signal("goal", { subject: { kind: "goal", goal_id: "goal_1" } }),
    ofScan("fell", "scn_2", { severity: "critical" }),
    ofScan("overtaken", "scn_2", { severity: "warning" }),
    ofScan("earlier", "scn_1"),
  ]
  expect(idsOf(signals)).toEqual([["fell", "cited", "overtaken"], ["goal"], ["earlier"]])
})

it("groups metrics of the same day and client", () => {
  const otherClient = { ...exampleSignal.client, id: "cli_other" }
  const signals = [
    ofDay("sessions", "2026-11-20"),
    ofDay("clicks", "2026-11-20"),
    ofDay("elsewhere", "2026-11-20", { client: otherClient }),
    ofDay("later", "2026-11-21"),
  ]
  expect(idsOf(signals)).toEqual([["sessions", "clicks"], ["elsewhere"], ["later"]])
})

it("keeps goals and data sources apart, and signals with different statuses", () => {
  const goal: Partial<Signal> = { subject: { kind: "goal", goal_id: "goal_1" } }
  const source: Partial<Signal> = { subject: { kind: "data_source", data_source_id: "dso_1" } }
  const signals = [
    signal("revenue", goal),
    signal("spend", goal),
    signal("stale", source),
    signal("disconnected", source),
    ofScan("open", "scn_1"),
    ofScan("acknowledged", "scn_1", { status: "acknowledged" }),
  ]
  expect(idsOf(signals)).toEqual(signals.map(({ id }) => [id]))
})

it("the text counts incidents only if they are fewer than the signals", () => {
  expect(countText(9, 5)).toBe("9 open signals in 5 incidents")
  expect(countText(2, 1)).toBe("2 open signals in 1 incident")
  expect(countText(1, 1)).toBe("1 open signal")
})
