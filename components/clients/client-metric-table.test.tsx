import { renderToString } from "react-dom/server"
import { expect, it } from "vitest"
import { ClientMetricTable } from "./client-metric-table"
import { MetricTiles } from "./metric-tiles"

const columnsOf = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    id: `metric_${n + 1}`,
    label: `Metric ${n + 1}`,
    unit: "count" as const,
    aggregation: "sum" as const,
    direction: "more_is_better" as const,
    currency: null,
  }))

const total = {
  value: 120,
  previous: 100,
  delta_abs: 20,
  delta_rel: 0.2,
  trend_is: "good" as const,
  numerator: null,
  denominator: null,
}

function propsOf(count: number, chosenIndex = 0) {
  const columns = columnsOf(count)
  return {
    columns,
    totals: Object.fromEntries(columns.map(({ id }) => [id, total])),
    chosen: columns[chosenIndex] as (typeof columns)[number],
    hrefOf: ({ id }: { id: string }) => `?metric=${id}`,
    daysOf: () => [1, 2, 3],
  }
}

const sortedBy = (sort: string) => ({ path: "/client", query: { metric: "metric_1" }, sort })

const rowsOf = (html: string) => html.match(/<tr.*?<\/tr>/gs)?.slice(1) ?? []

function tableOf(count: number, chosenIndex = 0) {
  const props = propsOf(count, chosenIndex)
  const html = renderToString(<ClientMetricTable {...props} platforms={new Map()} sorting={sortedBy("")} />)
  const rows = rowsOf(html)
  const shown = rows.filter((row) => !row.includes("data-extra"))
  return { rows: rows.length, shown: shown.length, button: html.match(/Show all \d+ metrics/)?.[0] }
}

it("shows 8 metrics, and a button for the others", () => {
  expect(tableOf(19)).toEqual({ rows: 19, shown: 8, button: "Show all 19 metrics" })
  expect(tableOf(8)).toEqual({ rows: 8, shown: 8, button: undefined })
})

it("always shows the row of the chosen metric", () => {
  expect(tableOf(19, 12)).toEqual({ rows: 19, shown: 9, button: "Show all 19 metrics" })
  expect(tableOf(9, 8)).toEqual({ rows: 9, shown: 9, button: undefined })
})

it("sorts all metrics, and puts those without a value last", () => {
  const labelsBy = (sort: string) => {
    const props = propsOf(3)
    const totals = {
      metric_1: { ...total, value: 5, delta_rel: 0.1 },
      metric_2: { ...total, value: 9, delta_rel: null, delta_abs: null },
      metric_3: { ...total, value: 7, delta_rel: -0.4 },
    }
    const platforms = new Map([["metric_2", ["Google Ads"]]])
    const html = renderToString(<ClientMetricTable {...{ ...props, totals, platforms }} sorting={sortedBy(sort)} />)
    expect(html).toContain("/client?metric=metric_1&amp;sort=")
    return rowsOf(html).map((row) => /Metric (\d)/.exec(row)?.[1])
  }
  expect(labelsBy("")).toEqual(["1", "2", "3"])
  expect(labelsBy("-label")).toEqual(["3", "2", "1"])
  expect(labelsBy("-value")).toEqual(["2", "3", "1"])
  expect(labelsBy("change")).toEqual(["3", "1", "2"])
  expect(labelsBy("platform")).toEqual(["2", "1", "3"])
})

it("shows the first 8 metrics of the order", () => {
  const html = renderToString(
    <ClientMetricTable {...propsOf(19, 18)} platforms={new Map()} sorting={sortedBy("-label")} />,
  )
  const shown = rowsOf(html).filter((row) => !row.includes("data-extra"))
  expect(shown.map((row) => /Metric (\d+)/.exec(row)?.[1])).toEqual(
    ["9", "8", "7", "6", "5", "4", "3", "2", "19"].slice(0, 9),
  )
})

it("a tile shows the previous value beside the change", () => {
  const textOf = (html: string) => html.replaceAll(/<!-- -->|<[^>]*>/g, "")
  const props = propsOf(1)
  expect(textOf(renderToString(<MetricTiles {...props} />))).toContain("+20.0% (good) from 100")
  const totals = { metric_1: { ...total, previous: null, delta_abs: null, delta_rel: null } }
  expect(textOf(renderToString(<MetricTiles {...props} totals={totals} />))).not.toContain("from")
})
