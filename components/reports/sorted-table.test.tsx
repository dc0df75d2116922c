import { renderToString } from "react-dom/server"
import { expect, it } from "vitest"
import { Widget } from "./widget"
import type { WidgetData } from "./widget-data"

/** A metric of a row. It was 100 in the comparison period. */
const value = (amount: number | null) => ({
  value: amount,
  previous: 100,
  delta_abs: amount === null ? null : amount - 100,
  delta_rel: amount === null ? null : (amount - 100) / 100,
  trend_is: "neutral" as const,
})
const row = (name: string, clicks: number | null, rate: number) => ({
  dims: { campaign: name },
  labels: { campaign: name },
  values: { clicks: value(clicks), rate: value(rate) },
})

const empty = { series: [], breaks: [], annotations: [], signals: [], quality: [], citations_total: null, error: null }
const base = { ...empty, id: "wgt_1", title: "Campaigns", status: "ok", totals: {}, other: null, citations: [] }
const metrics = {
  ...base,
  kind: "table",
  dimensions: [{ id: "campaign", label: "Campaign" }],
  columns: [
    { id: "clicks", label: "Clicks", unit: "count", currency: null },
    { id: "rate", label: "Rate", unit: "number", currency: null },
  ],
  rows: [row("Spring", 20, 3), row("Autumn", null, 9), row("Winter", 30, 1)],
  other: { clicks: value(4), rate: value(1) },
  totals: { clicks: value(54), rate: value(5) },
  rows_total: 5,
  rows_returned: 3,
}
const source = (key: string, label: string, answers_n: number, share_change: number) => ({
  key,
  domain: key,
  title: null,
  label,
  answers_n,
  share: { value: answers_n / 10 },
  share_change,
  previous: null,
  source_class: "other",
})
const citations = {
  ...base,
  kind: "citations",
  columns: [],
  dimensions: [],
  rows: [],
  citations: [
    source("b.example", "News", 5, 0),
    source("a.example", "Forum", 4, 0.2),
    source("c.example", "Blog", 3, 0.1),
  ],
  citations_total: {
    citations_n: 9,
    answers_n: 9,
    sources_n: 3,
    previous: { citations_n: 9, answers_n: 9, sources_n: 3 },
  },
  rows_total: 3,
  rows_returned: 3,
}

function htmlOf(widget: object, sort: string | undefined) {
  const sortingOf = (id: string) => ({ path: "/report", query: {}, sort: sort ?? "", parameter: `sort_${id}` })
  const place = { days: null, comparison: null, ...(sort !== undefined && { sortingOf }) }
  const html = renderToString(<Widget widget={widget as WidgetData} {...place} />).replaceAll("<!-- -->", "")
  const [screen = "", print] = html.split('<div class="hidden print:block">')
  return { screen, print }
}

/** The texts of the first cells. */
const names = (html = "") =>
  [...html.matchAll(/<tr[^>]*><td.*?<\/td>/gs)].map(([found]) => found.replaceAll(/<[^>]*>/g, ""))

it("sorts the rows of a table of metrics, but neither the others nor the totals", () => {
  const last = ["2 others", "Total"]
  for (const [sort, order] of [
    ["clicks", ["Spring", "Winter", "Autumn"]],
    ["-clicks", ["Winter", "Spring", "Autumn"]],
    ["name", ["Autumn", "Spring", "Winter"]],
    ["-change", ["Autumn", "Spring", "Winter"]],
  ] as const)
    expect(names(htmlOf(metrics, sort).screen), sort).toEqual([...order, ...last])
})

it("prints a sorted table in the order of the report, and says so", () => {
  const { screen, print } = htmlOf(metrics, "name")
  expect(names(print)).toEqual(["Spring", "Autumn", "Winter", "2 others", "Total"])
  expect(print).not.toContain("sort_wgt_1")
  expect(screen).toContain("Only the rows shown are sorted. Printed and shared reports keep the original order.")
  const complete = htmlOf({ ...metrics, rows_total: 3 }, "name")
  expect(complete.screen).not.toContain("Only the rows shown")
})

it("offers an order only to readers who can sort", () => {
  const offered = htmlOf(metrics, "")
  expect(offered.screen).toContain('href="/report?sort_wgt_1=-clicks"')
  expect(names(offered.screen).slice(0, 3)).toEqual(["Spring", "Autumn", "Winter"])
  expect(offered.print, "the table is printed as it is").toBeUndefined()
  expect(htmlOf(metrics, undefined).screen).not.toContain("sort_")
})

it("sorts cited sources by each of their columns", () => {
  for (const [sort, order] of [
    ["name", ["a.example", "b.example", "c.example"]],
    ["type", ["c.example", "a.example", "b.example"]],
    ["answers", ["c.example", "a.example", "b.example"]],
    ["-share", ["b.example", "a.example", "c.example"]],
    ["-change", ["a.example", "c.example", "b.example"]],
  ] as const)
    expect(names(htmlOf(citations, sort).screen), sort).toEqual(order)
})
