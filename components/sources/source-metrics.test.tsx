import { renderToString } from "react-dom/server"
import { expect, it } from "vitest"
import { SourceMetrics } from "./source-metrics"

type Props = Parameters<typeof SourceMetrics>[0]

const columns = [
  { id: "ad_spend", label: "Ad spend", unit: "money", currency: "EUR" },
  { id: "ad_clicks", label: "Ad clicks", unit: "count", currency: null },
  { id: "ad_ctr", label: "CTR", unit: "ratio", currency: null },
]
const values = (all: Record<string, number | null>) =>
  Object.fromEntries(Object.entries(all).map(([id, value]) => [id, { value }]))

function rendered(metrics: object) {
  return renderToString(
    <SourceMetrics
      metrics={metrics as Props["metrics"]}
      period={{ from: "2026-11-01", to: "2026-11-04" }}
      clientPath="/team/clients/cli_1"
    />,
  )
}
const tilesIn = (html: string) =>
  [...html.matchAll(/<li.*?<\/li>/gs)].map(([tile]) => tile.replaceAll(/<(svg|path).*?<\/svg>|<[^>]*>/gs, " ").trim())

it("shows the total of each metric that the source has values of", () => {
  const html = rendered({ columns, totals: values({ ad_spend: 1_234.5, ad_clicks: null, ad_ctr: 0.0312 }), rows: [] })
  expect(tilesIn(html).map((tile) => tile.split(/\s{2,}/))).toEqual([
    ["Ad spend", "€1,235"],
    ["CTR", "3.1%"],
  ])
  expect(html).toContain("Totals of this source from 1 Nov to 4 Nov 2026.")
  expect(html).toContain('href="/team/clients/cli_1?metric=ad_spend"')
})

it("shows a total of 0", () => {
  expect(tilesIn(rendered({ columns, totals: values({ ad_clicks: 0 }), rows: [] }))).toHaveLength(1)
})

it("shows at most six metrics, and nothing without any", () => {
  const eight = Array.from({ length: 8 }, (_, i) => ({ ...columns[1], id: `metric_${i}` }))
  const totals = values(Object.fromEntries(eight.map(({ id }) => [id, 1])))
  expect(tilesIn(rendered({ columns: eight, totals, rows: [] }))).toHaveLength(6)
  expect(rendered({ columns, totals: values({ ad_spend: null }), rows: [] })).toBe("")
})

it("draws a line by day with a gap where a day is missing", () => {
  const day = (date: string, value: number) => ({ dims: { date }, values: values({ ad_clicks: value }) })
  const rows = [day("2026-11-01", 0), day("2026-11-03", 10), day("2026-11-04", 5)]
  const html = rendered({ columns, totals: values({ ad_clicks: 15 }), rows })
  // Four days over a width of 100, and the values 0 to 10 over a height of 28 with a margin of 2.
  expect(html).toContain('d="M0.0 26.0h0M66.7 2.0h0L100.0 14.0"')
})
