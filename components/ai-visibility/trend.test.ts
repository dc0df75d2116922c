import { describe, expect, it } from "vitest"
import type { Row } from "./format-metrics"
import { brandsToDraw, trendOf } from "./trend"
import { messagesOf } from "./trend-breaks"

const metric = (value: number) => ({
  value,
  numerator: value * 10,
  denominator: 10,
  n: 10,
  ci: { low: value - 0.1, high: value + 0.1, level: 0.95, method: "wilson", scope: "panel", design_effect: 1 },
  confidence: "low",
})
const row = (name: string, value: number, group: object = {}, kind = "competitor") =>
  ({ brand: { id: name, name, kind }, group, answers_n: 10, visibility: metric(value) }) as unknown as Row

const scans = ["01", "08", "15"].map((day) => ({ id: `s${day}`, finished_at: `2026-11-${day}T05:00:00.000Z` }))
const at = (day: string) => Date.parse(`2026-11-${day}T05:00:00.000Z`)
const broken = {
  kind: "panel" as const,
  date: "2026-11-08",
  scan_id: "s08",
  engine: null,
  from: "1",
  to: "2",
  added_n: 3,
  removed_n: 1,
}

describe("the trend", () => {
  it("selects your brand and the four most visible others", () => {
    const rows = [0.9, 0.1, 0.5, 0.7, 0.3, 0.8].map((value, i) => row(`c${i}`, value))
    const drawn = brandsToDraw([...rows, row("own", 0.01, {}, "own")])
    expect(drawn.map(({ name }) => name)).toEqual(["own", "c0", "c5", "c3", "c2"])
  })

  it("has one point per scan in chronological order, with your brand's interval", () => {
    const rows = [
      row("own", 0.5, { scan_id: "s15" }, "own"),
      row("b", 0.2, { scan_id: "s01" }),
      row("own", 0.4, { scan_id: "s01" }, "own"),
    ]
    const { points } = trendOf(rows, [], { scans })
    expect(points).toEqual([
      { at: at("01"), answers_n: 10, band: [0.30000000000000004, 0.5], values: { b: 0.2, own: 0.4 } },
      { at: at("15"), answers_n: 10, band: [0.4, 0.6], values: { own: 0.5 } },
    ])
  })

  it("breaks at the scan that starts a new series, with all reasons", () => {
    const rows = ["01", "08", "15"].map((day) => row("own", 0.5, { scan_id: `s${day}` }, "own"))
    const engine = { ...broken, kind: "engine" as const, engine: "sample", from: "a-1", to: "a-2" }
    const engines = { ...broken, kind: "engines" as const, scan_id: "s15", from: "chatgpt", to: "chatgpt, gemini" }
    const warnings = [broken, engine, engines].map((one) => ({ message: "", break: one }))
    expect(trendOf(rows, [], { warnings: [...warnings, { message: "cells are missing" }], scans }).breaks).toEqual([
      {
        at: at("08"),
        number: 1,
        reasons: [
          "Prompts changed: 3 added, 1 removed (version 1 to 2)",
          "Sample engine (invented) changed: a-1 to a-2",
        ],
      },
      { at: at("15"), number: 2, reasons: ["Engines changed: ChatGPT to ChatGPT, Gemini"] },
    ])
  })

  it("returns only the messages of warnings that are not breaks", () => {
    const cells = { message: "cells are missing" }
    expect(messagesOf([{ message: "the prompt set changed", break: broken }, cells, cells])).toEqual([
      "cells are missing",
    ])
  })

  it("breaks at the week of the change when the points are weeks", () => {
    const rows = ["2026-11-02", "2026-11-09"].map((week) => row("own", 0.5, { week }, "own"))
    const { breaks } = trendOf(rows, [], { warnings: [{ message: "", break: { ...broken, date: "2026-11-08" } }] })
    expect(breaks.map((one) => one.at)).toEqual([Date.parse("2026-11-02")])
  })
})
