import type { ReactElement } from "react"
import { renderToString } from "react-dom/server"
import { expect, it } from "vitest"
import { SourceBrands } from "@/components/ai-visibility/source-brands"
import { MetricTable } from "@/components/reports/metric-table"
import { ReportedSignals } from "@/components/reports/widget"
import { AttemptBars } from "@/components/webhooks/attempt-bars"
import { AttemptTimeline } from "@/components/webhooks/attempt-timeline"
import { PrecisionBands } from "./project-settings/precision-bands"

const widget = {
  signals: [],
  rows_total: 1,
  rows_returned: 0,
  columns: [],
  dimensions: [],
  rows: [],
  totals: {},
  other: {},
}
const interval = { engine_id: null, interval: { low: 0, high: 1 }, answers_n: 1 }

/** Renders with only the data that the counts need. */
function shown(element: ReactElement) {
  return renderToString(element).replaceAll("<!-- -->", "")
}

it.each<[string, ReactElement]>([
  ["1 more signal.", <ReportedSignals key="1" widget={widget as never} team={undefined} />],
  ["1 other<", <MetricTable key="2" widget={widget as never} />],
  ["1 attempt in 24 hours", <AttemptBars key="3" buckets={[{ from: "", attempts: 1, failed: 0 }] as never} />],
  [
    "1 older attempt is not shown",
    <AttemptTimeline key="4" delivery={{ attempts: [], schedule: [] } as never} omitted={1} unsentReason={null} />,
  ],
  [
    "Canyon in 1 of 1 answer with bikes.example",
    <SourceBrands
      key="5"
      sorting={{ path: "", query: {}, sort: "opportunity" }}
      path=""
      answersPath=""
      matrix={
        {
          brands: [{ id: "brd_1", name: "Canyon", kind: "competitor" }],
          sources: [{ domain: "bikes.example", source_class: "other", answers_n: 1, mentioned_n: { brd_1: 1 } }],
        } as never
      }
    />,
  ],
  [
    "1 answer<",
    <PrecisionBands
      key="6"
      estimate={{ visibility: { value: 0.5 }, precision: [interval], by_engine: [], tasks: 1, detectable: [] } as never}
    />,
  ],
])("shows %s", (text, element) => {
  expect(shown(element)).toContain(text)
})
