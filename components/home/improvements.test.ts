import { expect, it } from "vitest"
import type { Signal } from "@/components/signals/signal-labels"
import { exampleSignal } from "@/domain/signals/signal"
import { improvementItems } from "./improvements"

const recovery = { id: "x_1", name: "Ads", project_id: null, at: "2026-11-20T10:00:00.000Z" }

it("lists improvements newest first, with any severity", () => {
  const lead = (id: string, severity: Signal["severity"], first_detected_at: string) =>
    ({ ...exampleSignal, id, severity, first_detected_at, impact: "positive", title: `Signal ${id}` }) as Signal
  const incidents = [
    { lead: lead("older", "warning", "2026-11-19T10:00:00.000Z"), others: [] },
    { lead: lead("newer", "info", "2026-11-21T10:00:00.000Z"), others: [] },
  ]
  const items = improvementItems({ incidents, recoveries: [{ ...recovery, kind: "source" }] }, "/team")
  expect(items.map(({ key, lamp }) => [key, lamp])).toEqual([
    ["newer", "clear"],
    ["x_1", "clear"],
    ["older", "clear"],
  ])
})

it.each([
  ["source", recovery, "Syncs of Ads succeed again.", "/team/sources/x_1"],
  [
    "scan",
    { ...recovery, project_id: "aip_1" },
    "The last scan of Ads succeeded again.",
    "/team/ai-visibility/aip_1/scans/x_1",
  ],
  [
    "webhook",
    { ...recovery, name: "https://a.example/hook" },
    "Deliveries to a.example/hook succeed again.",
    "/team/settings/api/webhooks/x_1",
  ],
] as const)("links a recovered %s", (kind, found, title, href) => {
  expect(improvementItems({ incidents: [], recoveries: [{ ...found, kind }] }, "/team")).toMatchObject([
    { title, href },
  ])
})
