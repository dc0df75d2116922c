/** The example of a metric response for the documentation. */
import { computeMetric } from "./metric-value"
import type { MetricTable } from "./table"

const exampleValues: Record<string, [Record<string, number>, Record<string, number>]> = {
  Computer: [
    { ad_clicks: 1_240, ad_impressions: 41_300 },
    { ad_clicks: 1_102, ad_impressions: 40_900 },
  ],
  Tablet: [
    { ad_clicks: 86, ad_impressions: 3_900 },
    { ad_clicks: 97, ad_impressions: 4_100 },
  ],
}
const [computer, tablet] = Object.values(exampleValues)

const valuesOf = (now: Record<string, number> = {}, before: Record<string, number> = {}) =>
  Object.fromEntries(
    ["ad_clicks", "ad_ctr"].map((id) => [
      id,
      computeMetric(
        id,
        (storedMetric) => now[storedMetric] ?? null,
        (storedMetric) => before[storedMetric] ?? null,
      ),
    ]),
  )

const added = (n: 0 | 1) => ({
  ad_clicks: (computer?.[n]["ad_clicks"] ?? 0) + (tablet?.[n]["ad_clicks"] ?? 0),
  ad_impressions: (computer?.[n]["ad_impressions"] ?? 0) + (tablet?.[n]["ad_impressions"] ?? 0),
})

export const exampleTable: MetricTable = {
  columns: [
    {
      id: "ad_clicks",
      label: "Ad clicks",
      unit: "count",
      aggregation: "sum",
      direction: "more_is_better",
      currency: null,
    },
    {
      id: "ad_ctr",
      label: "Ad click-through rate",
      unit: "ratio",
      aggregation: "ratio",
      direction: "more_is_better",
      currency: null,
    },
  ],
  rows: [{ dims: { device: "Computer" }, values: valuesOf(...(computer ?? [])), is_final: true }],
  totals: valuesOf(added(0), added(1)),
  other: valuesOf(...(tablet ?? [])),
  rows_total: 2,
  rows_returned: 1,
}
