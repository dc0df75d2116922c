import { expect, it } from "vitest"
import { scoreAlerts, standardScore, type Window } from "./nab-score"

// The expected numbers are those of the reference scorer in Python, for the same rows, windows and alerts.
const a: Window[] = [
  [200, 260],
  [500, 520],
  [900, 950],
]
const alertsOfA = [10, 149, 150, 199, 200, 230, 261, 300, 520, 521, 700, 999]
const b: Window[] = [[3_000, 3_000]]
const alertsOfB = [749, 750, 3_000, 3_001, 3_002, 3_004, 5_999]

it("gives the numbers of the reference scorer", () => {
  const first = scoreAlerts(1_000, a, alertsOfA)
  const second = scoreAlerts(6_000, b, alertsOfB)
  expect(first).toEqual({ windows: 3, found: 2, false_alerts: 7, raw: expect.closeTo(-0.439, 3) })
  expect(second).toEqual({ windows: 1, found: 1, false_alerts: 5, raw: expect.closeTo(0.451, 3) })
  expect([standardScore([first]), standardScore([second]), standardScore([first, second])]).toEqual([42.7, 72.6, 50.2])
})

it("is 100 if every window is found at its first row, and 0 without alerts", () => {
  expect(standardScore([scoreAlerts(1_000, a, [200, 500, 900])])).toBe(100)
  expect(standardScore([scoreAlerts(1_000, a, [])])).toBe(0)
  expect(standardScore([scoreAlerts(1_000, [], [500])])).toBeNull()
})

it("does not count alerts in the first 15% of the rows, at most 750", () => {
  expect([149, 150].map((alert) => scoreAlerts(1_000, [], [alert]).false_alerts)).toEqual([0, 1])
  expect([749, 750].map((alert) => scoreAlerts(9_000, [], [alert]).false_alerts)).toEqual([0, 1])
})
