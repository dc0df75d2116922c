import { renderToStaticMarkup } from "react-dom/server"
import { expect, it } from "vitest"
import { LineChart } from "./line-chart"

const points = [5, 7, 6].map((value, i) => ({ date: `2026-11-0${i + 1}`, values: { value } }))
const chart = (more: object = {}) =>
  renderToStaticMarkup(
    <LineChart
      label="Orders by day"
      column={{ unit: "money", currency: "EUR" }}
      series={[{ id: "value", name: "Orders" }]}
      points={points}
      {...more}
    />,
  )

it("shows a title and its unit", () => {
  expect(chart()).toContain('<span class="font-strong">Orders by day </span><span class="text-quiet">in EUR</span>')
})

it("names the lines only when there are several", () => {
  expect(chart()).not.toContain("<bdi")
  const series = [
    { id: "value", name: "Orders" },
    { id: "before", name: "Previous period", isComparison: true },
  ]
  const page = chart({ series })
  expect(page).toContain('<bdi class="truncate">Previous period</bdi>')
  expect(page).toContain('stroke-dasharray="4 2"')
})

it("lists the reasons of breaks within the period", () => {
  const page = chart({ annotations: [{ date: "2026-11-02", kind: "tracking_change", text: "New consent banner" }] })
  expect(page).toContain('aria-label="Breaks in the series"')
  expect(page).toContain("New consent banner")
  expect(
    chart({ annotations: [{ date: "2026-12-05", kind: "tracking_change", text: "New consent banner" }] }),
  ).not.toContain("New consent banner")
})

it("lists annotations of the last week, and notes of the first day", () => {
  const weeks = ["2026-11-02", "2026-11-09"].map((date) => ({ date, values: { value: 5 } }))
  const annotations = [
    { date: "2026-11-02", kind: "launch", text: "Catalogue launched" },
    { date: "2026-11-12", kind: "tracking_change", text: "New consent banner" },
    { date: "2026-11-16", kind: "launch", text: "Sale started" },
  ]
  const page = chart({ points: weeks, end: "2026-11-15", annotations })
  expect(page).toContain("Catalogue launched")
  expect(page).toContain("New consent banner")
  expect(page).not.toContain("Sale started")
})

it("lists the breaks of the series beside tracking changes, numbered by date", () => {
  const page = chart({
    annotations: [{ date: "2026-11-03", kind: "tracking_change", text: "New consent banner" }],
    breaks: [{ date: "2026-11-02", reason: "Prompts changed: 1 added" }],
  })
  expect(page.replaceAll(/<[^>]*>/g, " ")).toMatch(
    /1 · 2 Nov\s+Prompts changed: 1 added\s+2 · 3 Nov\s+New consent banner/,
  )
})
