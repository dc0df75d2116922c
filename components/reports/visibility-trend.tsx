/** Chart of your brand's visibility in the scans of the period. Left out for fewer than three days with a scan. */
import { LineChart } from "@/components/charts/line-chart"
import type { WidgetData } from "./widget-data"

const minPoints = 3

export function VisibilityTrend({ widget: { title, series } }: { widget: WidgetData }) {
  const [own] = series
  if (!own || own.points.length < minPoints) return null
  const brand = own.labels["brand"] ?? "your brand"
  return (
    <div className="mt-8 print:mt-4">
      <LineChart
        label={`${title}: visibility by scan`}
        title={`Visibility of ${brand} by scan`}
        column={{ unit: "ratio", currency: null }}
        points={own.points.map(({ date, value }) => ({ date, values: { own: value } }))}
        series={[{ id: "own", name: brand }]}
      />
    </div>
  )
}
