import { expect, it } from "vitest"
import { barsOf, comparedColumn, dimensionsOfRows, formattedColumns } from "./metric-columns"
import type { WidgetData } from "./widget-data"

const spend = { id: "ad_spend", label: "Ad spend", unit: "money", currency: "EUR" }
const conversions = { id: "ad_conversions", label: "Ad conversions", unit: "number", currency: null }
const roas = { id: "ad_roas", label: "Return on ad spend", unit: "ratio", currency: null }
const value = (value: number, delta_abs: number | null = null) => ({ value, delta_abs })
const row = (provider: string, campaign: string, amount: number) => ({
  dims: { provider, campaign },
  values: { ad_spend: value(amount), ad_conversions: value(amount / 8), ad_roas: value(2, 1) },
})
const table = (columns: object[], rows: object[], totals: object = {}) =>
  ({
    columns,
    rows,
    totals,
    other: null,
    dimensions: ["provider", "campaign"].map((id) => ({ id, label: id })),
  }) as unknown as WidgetData
const rows = [row("Google Ads", "Brand", 800), row("Google Ads", "E-bikes", 200), row("Meta Ads", "Spring", 600)]

it("names the rows by the dimension with the most values", () => {
  const { main, others } = dimensionsOfRows(table([spend], rows))
  expect([main?.id, ...others.map(({ id }) => id)]).toEqual(["campaign", "provider"])
})

it("draws bars for the first of several metrics if it is an amount", () => {
  const barOf = barsOf(table([spend, roas], rows))
  expect(rows.map(({ values }) => barOf?.(values as never))).toEqual([1, 0.25, 0.75])
  expect(barsOf(table([spend], rows))).toBeUndefined()
  expect(barsOf(table([roas, spend], rows))).toBeUndefined()
  expect(barsOf(table([spend, roas], [...rows, row("Meta Ads", "Credit", -50)]))).toBeUndefined()
})

it("compares the last metric if it has a change", () => {
  expect(comparedColumn(table([spend, roas], rows, { ad_roas: value(2, 1) }))?.id).toBe("ad_roas")
  expect(comparedColumn(table([spend, roas], rows, { ad_roas: value(2) }))).toBeUndefined()
})

it("shows large numbers of conversions without decimals", () => {
  const [formatted] = formattedColumns(table([conversions], rows, { ad_conversions: value(200.5) }))
  expect(formatted?.format.decimals).toBe(0)
})
