import { expect, it } from "vitest"
import { exampleSignal } from "@/domain/signals/signal"
import { type InboxPage, neighborsOf } from "./neighbors"
import type { Signal } from "./signal-labels"

const signal = (id: string, severity: Signal["severity"], parts: Partial<Signal> = {}): Signal => ({
  ...(exampleSignal as Signal),
  id,
  severity,
  subject: { kind: "goal", goal_id: id },
  ...parts,
})
const ofScan = (id: string, severity: Signal["severity"]) =>
  signal(id, severity, {
    subject: { kind: "ai_project", project_id: "aip_1" },
    evidence: { kind: "scans", ids: [], counts: {}, scan_id: "scn_1" },
  })

const wholeList = { sort: "-severity", isFirst: true, isLast: true } as const
function neighborIds(of: Signal, signals: Signal[], page: Partial<InboxPage> = {}) {
  const { previous, next } = neighborsOf(of, { ...wholeList, signals, ...page })
  return [previous?.id, next?.id]
}

it("returns the signals in the order of the list, in which the signals of an incident stand together", () => {
  const [fell, goal, cited] = [ofScan("s3", "critical"), signal("s2", "critical"), ofScan("s1", "warning")]
  const list = [fell, goal, cited]
  expect(neighborIds(fell, list)).toEqual([undefined, "s1"])
  expect(neighborIds(cited, list)).toEqual(["s3", "s2"])
  expect(neighborIds(goal, list)).toEqual(["s1", undefined])
})

it("places a signal that has left the list where it stood", () => {
  const list = [signal("s4", "critical"), signal("s5", "warning"), signal("s1", "warning")]
  expect(neighborIds(signal("s3", "warning", { status: "resolved" }), list)).toEqual(["s5", "s1"])
  expect(neighborIds(signal("s9", "critical", { status: "resolved" }), list)).toEqual([undefined, "s4"])
  expect(neighborIds(signal("s0", "info", { status: "resolved" }), list)).toEqual(["s1", undefined])
})

it.each([
  ["-period_to", ["later", "earlier"]],
  ["period_to", ["earlier", "later"]],
] as const)("places it by the day of the event when the list is sorted by %s", (sort, expected) => {
  const on = (id: string, to: string) => signal(id, "warning", { period: { from: to, to, timezone: "UTC" } })
  const list = [on("later", "2026-11-20"), on("earlier", "2026-11-18")]
  const sorted = sort === "period_to" ? list.toReversed() : list
  expect(neighborIds(on("between", "2026-11-19"), sorted, { sort })).toEqual(expected)
})

it("returns no neighbors for a signal that other pages of the list may contain", () => {
  const list = [signal("s5", "warning"), signal("s3", "warning")]
  expect(neighborIds(signal("s1", "warning"), list, { isLast: false })).toEqual([undefined, undefined])
  expect(neighborIds(signal("s9", "warning"), list, { isFirst: false })).toEqual([undefined, undefined])
  expect(neighborIds(signal("s4", "warning"), list, { isFirst: false, isLast: false })).toEqual(["s5", "s3"])
})
