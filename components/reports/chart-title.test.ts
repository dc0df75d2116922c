import { expect, it } from "vitest"
import { chartTitle, titleDetail } from "./chart-title"
import type { WidgetData } from "./widget-data"

const revenue = { id: "revenue", label: "Revenue", unit: "money", currency: "EUR" }
const chart = (title: string, columns: object[], granularity: WidgetData["granularity"] = "day") =>
  ({ kind: "time_series", title, columns, granularity, series: [] }) as unknown as WidgetData
const shown = (widget: WidgetData) => [chartTitle(widget, widget.columns[0] as never), titleDetail(widget)]

it("leaves out a title that the widget has, and completes that one", () => {
  expect(shown(chart("Revenue by day", [revenue]))).toEqual([null, "in EUR"])
  expect(shown(chart("Revenue by campaign", [revenue]))).toEqual([null, "by day, in EUR"])
})

it("names the chart if the widget has another title", () => {
  for (const widget of [chart("Sales", [revenue]), chart("Revenue by day", [revenue, revenue])])
    expect(shown(widget)).toEqual(["Revenue by day", ""])
})

it("names the interval of the query", () => {
  expect(shown(chart("Sales", [revenue], "month"))).toEqual(["Revenue by month", ""])
  expect(shown(chart("Revenue by campaign", [revenue], "week"))).toEqual([null, "by week, in EUR"])
})

it("names no interval if the chart could not be loaded", () => {
  expect(shown(chart("Revenue", [revenue], null))).toEqual([null, "in EUR"])
})
