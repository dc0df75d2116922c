import { renderToString } from "react-dom/server"
import { expect, it } from "vitest"
import { exampleMetrics, type MetricsRow } from "@/domain/visibility/metrics-table"
import type { Row } from "./format-metrics"
import { SplitTable } from "./split-table"

type Verdict = NonNullable<Row["change"]>["verdict"]
type Engine = { name: string; value: number; verdict: Verdict | null; delta?: number; hasPrevious?: boolean }

const example = exampleMetrics.rows[0] as MetricsRow

function rowOf({ value, verdict, delta = 0, hasPrevious = true }: Engine): Row {
  const previous = hasPrevious ? { visibility: { ...example.visibility, value: value - delta } } : null
  const change = verdict && ({ verdict, delta_abs: delta, previous } as NonNullable<Row["change"]>)
  return { ...example, visibility: { ...example.visibility, value }, change } as Row
}

function tableOf(engines: Engine[], sort = "") {
  const html = renderToString(
    <SplitTable
      dimension="Engine"
      sorting={{ path: "/scan", query: {}, sort, parameter: "engines" }}
      parts={engines.map((engine) => ({ id: engine.name, name: engine.name, row: rowOf(engine) }))}
    />,
  )
  const lines = [...html.matchAll(/<tr[ >].*?<\/tr>/gs)].map(([line]) =>
    [...line.matchAll(/<t[hd][ >].*?<\/t[hd]>/gs)].map(([cell]) => cell.replaceAll(/<!-- -->|<[^>]*>/g, "")),
  )
  return { html, header: lines[0], rows: lines.slice(1) }
}

it("shows the visibility of each engine, and how it changed if a change is clear", () => {
  const { header, rows } = tableOf([
    { name: "ChatGPT", value: 0.333, verdict: "down", delta: -0.5 },
    { name: "Gemini", value: 0.5, verdict: "no_clear_change" },
  ])
  expect(header).toContain("Change since previous scan")
  const change = header?.indexOf("Change since previous scan") as number
  expect(rows.map((row) => [row[0], row[1], row[change]])).toEqual([
    ["ChatGPT", "33.3%", "▼down 50 points"],
    ["Gemini", "50.0%", "no clear change"],
  ])
})

it("keeps the column of changes if no engine changed clearly", () => {
  const { header, rows } = tableOf([
    { name: "ChatGPT", value: 0.4, verdict: "no_clear_change", delta: 0.1 },
    { name: "Gemini", value: 0.5, verdict: "insufficient" },
    { name: "Perplexity", value: 0.6, verdict: "not_comparable", hasPrevious: false },
  ])
  const change = header?.indexOf("Change since previous scan") as number
  expect(rows.map((row) => row[change])).toEqual(["no clear change", "too little data", "–"])
})

it("has no column of changes without a previous scan", () => {
  const first = tableOf([{ name: "ChatGPT", value: 0.4, verdict: "not_comparable", hasPrevious: false }])
  const alone = tableOf([{ name: "ChatGPT", value: 0.4, verdict: null }])
  for (const { header } of [first, alone]) expect(header).not.toContain("Change since previous scan")
})

it("says that engines cannot be compared, if there is a previous scan", () => {
  const { rows } = tableOf([{ name: "ChatGPT", value: 0.4, verdict: "not_comparable" }])
  expect(rows[0]).toContain("not comparable")
})

it("sorts by the parameter of its own", () => {
  const engines: Engine[] = [
    { name: "ChatGPT", value: 0.4, verdict: null },
    { name: "Gemini", value: 0.6, verdict: null },
  ]
  expect(
    tableOf(engines.toReversed()).rows.map(([name]) => name),
    "by default, the lowest first",
  ).toEqual(["ChatGPT", "Gemini"])
  expect(tableOf(engines).html).toContain('aria-sort="ascending"')
  const { html, rows } = tableOf(engines, "-visibility")
  expect(rows.map(([name]) => name)).toEqual(["Gemini", "ChatGPT"])
  expect(html).toContain('href="/scan?engines=visibility"')
})
