/** The example of a metric response for the documentation. */
import { computeMetric } from "./metric-value"
import type { MetricTable } from "./table"

type Sums = { ad_clicks: number; ad_impressions: number }

/** The sums of each device in the period and in the comparison period. */
const computers = {
  current: { ad_clicks: 1_240, ad_impressions: 41_300 },
  previous: { ad_clicks: 1_102, ad_impressions: 40_900 },
}
const tablets = {
  current: { ad_clicks: 86, ad_impressions: 3_900 },
  previous: { ad_clicks: 97, ad_impressions: 4_100 },
}
const allDevices = {
  current: addSums(computers.current, tablets.current),
  previous: addSums(computers.previous, tablets.previous),
}

function addSums(a: Sums, b: Sums): Sums {
  return { ad_clicks: a.ad_clicks + b.ad_clicks, ad_impressions: a.ad_impressions + b.ad_impressions }
}

function valuesOf({ current, previous }: { current: Sums; previous: Sums }) {
  const sumIn = (sums: Sums) => (storedMetric: string) => sums[storedMetric as keyof Sums]
  return {
    ad_clicks: computeMetric("ad_clicks", sumIn(current), sumIn(previous)),
    ad_ctr: computeMetric("ad_ctr", sumIn(current), sumIn(previous)),
  }
}

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
  rows: [{ dims: { device: "Computer" }, values: valuesOf(computers), is_final: true }],
  totals: valuesOf(allDevices),
  other: valuesOf(tablets),
  rows_total: 2,
  rows_returned: 1,
}
