import { renderToStaticMarkup } from "react-dom/server"
import { expect, it } from "vitest"
import { VisibilityTrend } from "./widget"
import type { WidgetData } from "./widget-data"

const points = [0.4, 0.5, 0.7].map((value, i) => ({
  date: `2026-11-0${i + 1}`,
  value,
  numerator: value * 100,
  denominator: 100,
  ci: { low: Math.round(value * 10 - 1) / 10, high: Math.round(value * 10 + 1) / 10 },
  is_final: true,
}))
const reason = "Prompts changed: 3 added, 1 removed"

const line = { metric: "ai_visibility", key: {}, labels: { brand: "Bergamo Bikes" }, points, comparison_points: [] }
const widgetWith = (more: Partial<WidgetData> = {}) =>
  ({ title: "AI visibility", series: [line], breaks: [], ...more }) as unknown as WidgetData
const trend = (more?: Partial<WidgetData>) => renderToStaticMarkup(<VisibilityTrend widget={widgetWith(more)} />)

it("draws the interval of each scan, and says so", () => {
  const chart = VisibilityTrend({ widget: widgetWith() })?.props.children
  expect(chart.props.points[0]).toEqual({ date: "2026-11-01", values: { own: 0.4 }, band: [0.3, 0.5] })
  expect(trend()).toContain("with its 95% interval")
  const withoutIntervals = [{ ...line, points: points.map((point) => ({ ...point, ci: null })) }]
  expect(trend({ series: withoutIntervals })).not.toContain("interval")
})

it("breaks the line at the day on which the prompts changed, and says why", () => {
  expect(trend()).not.toContain("Breaks in the series")
  const broken = trend({ breaks: [{ date: "2026-11-02", reason, metrics: ["ai_visibility"] }] })
  expect(broken).toContain('aria-label="Breaks in the series"')
  expect(broken).toContain(reason)
})
