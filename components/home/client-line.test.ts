import { expect, it } from "vitest"
import { type ClientLine, type Diagram, daysOfLine, missingDays } from "./client-line"

const signal = (date: string, more = {}) =>
  ({ id: "sig_1", title: "Sessions fell", severity: "warning", status: "open", date, ...more }) as const

const line = (
  signals: ClientLine["signals"],
  days = ["2026-11-17", "2026-11-18"],
  unusual: string[] = [],
): ClientLine => ({
  id: "cli_1",
  name: "Bergamo Bikes",
  signals,
  goals_n: 0,
  project: null,
  metric: { label: "Revenue", days, unusual_days: unusual },
})
const daysOf = (of: ClientLine) =>
  daysOfLine(of, { from: "2026-11-17", to: "2026-11-20", lines: [], clients_total: 1 } satisfies Diagram)

it("shows days without a value, except today", () => {
  const of = line([])
  expect(daysOf(of).map(({ data }) => data)).toEqual(["value", "value", "none", "today"])
  expect(missingDays(daysOf(of), of.metric)).toBe("No Revenue on 1 of 3 days")
  expect(missingDays(daysOf(line([], ["2026-11-17", "2026-11-18", "2026-11-19"])), of.metric)).toBeNull()
})

it("shows the days on which the metric was unusual", () => {
  const unusual = ["2026-11-18", "2026-11-19"]
  expect(daysOf(line([], unusual, unusual)).map(({ data }) => data)).toEqual(["none", "unusual", "unusual", "today"])
})

it("marks the day of a signal, and links to it", () => {
  const marks = daysOf(line([signal("2026-11-19")])).map(({ mark }) => mark)
  expect(marks).toEqual([
    null,
    null,
    { lamp: "caution", count: 1, label: "19 Nov 2026: Sessions fell (warning)", href: "/sig_1" },
    null,
  ])
})

it("joins the signals of a day in one mark with the lamp of the most severe one that has not ended", () => {
  const of = line([
    signal("2026-11-19", { severity: "critical", status: "resolved" }),
    signal("2026-11-19", { id: "sig_2", title: "Clicks fell" }),
  ])
  expect(daysOf(of)[2]?.mark).toEqual({
    lamp: "caution",
    count: 2,
    label: "19 Nov 2026: 2 signals: Sessions fell (critical, resolved); Clicks fell (warning)",
    href: "?client_id=cli_1&status=any",
  })
})
