/**
 * Chart of your brand's visibility in the scans of the period, with its interval. The line stops where the prompts,
 * engines or regions changed. Left out for fewer than three days with a scan.
 */
import { LineChart } from "@/components/charts/line-chart"
import type { WidgetData } from "./widget-data"

const minPoints = 3

export function VisibilityTrend({ widget: { title, series, breaks } }: { widget: WidgetData }) {
  const [own] = series
  if (!own || own.points.length < minPoints) return null
  const brand = own.labels["brand"] ?? "your brand"
  const hasInterval = own.points.some(({ ci }) => ci)
  return (
    <div className="mt-8 print:mt-4">
      <LineChart
        label={`${title}: visibility by scan`}
        title={`Visibility of ${brand} by scan`}
        unit={hasInterval ? "with its 95% interval" : ""}
        column={{ unit: "ratio", currency: null }}
        points={own.points.map(({ date, value, ci }) => ({
          date,
          values: { own: value },
          band: ci ? [ci.low, ci.high] : null,
        }))}
        series={[{ id: "own", name: brand }]}
        breaks={breaks.map(({ date, reason }) => ({ date, reason }))}
      />
    </div>
  )
}
