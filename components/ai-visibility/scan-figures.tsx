/** What one scan says: the own brand, all brands, and the engines apart. */
import type { Data } from "@/components/api/types"
import { LineChart, type Point } from "@/components/charts/line-chart"
import { formatDate } from "@/components/format-date"
import { Section } from "@/components/frame/section"
import { FilterForm } from "@/components/lists/filter-form"
import { FilterSelect } from "@/components/lists/filter-select"
import { BrandTable } from "./brand-table"
import { Headline } from "./headline"

type Scan = Data<"scans", "list">[number]
type Metrics = { data: Data<"aiVisibility", "getMetrics">; meta: { warnings?: { code: string; message: string }[] } }
type Props = { path: string; scans: Scan[]; chosen: Scan; brands: Metrics; engines: Metrics; trend: Metrics }

export function ScanFigures({ path, scans, chosen, brands, engines, trend }: Props) {
  const own = brands.data.rows.find(({ brand }) => brand.kind === "own")
  const byVisibility = [...brands.data.rows].sort((a, b) => (b.visibility.value ?? 0) - (a.visibility.value ?? 0))
  return (
    <>
      <div className="mb-6">
        <FilterForm path={path}>
          <FilterSelect label="Scan" name="scan" choices={Object.fromEntries(scans.map(named))} value={chosen.id} />
        </FilterForm>
      </div>
      {own && (
        <Section title={own.brand.name} lead={`In ${own.answers_n.toLocaleString("en")} answers.`}>
          <Headline row={own} />
          {brands.meta.warnings?.map(({ message }) => (
            <p key={message} className="text-quiet text-table">
              {message}
            </p>
          ))}
        </Section>
      )}
      {trend.data.rows.length > 1 && (
        <Section title="Over time" lead="Visibility of the own brand, scan by scan, with its 95 % interval.">
          <LineChart
            label="Visibility by scan"
            column={{ unit: "ratio", currency: null }}
            series={[{ id: "value", name: "Visibility" }]}
            hasBand
            points={trend.data.rows.map(pointOf)}
          />
        </Section>
      )}
      <Section title="Brands">
        <BrandTable rows={byVisibility} />
      </Section>
      {engines.data.rows.length > 1 && (
        <Section title="Engines" lead="The own brand, engine by engine.">
          <BrandTable rows={engines.data.rows} />
        </Section>
      )}
    </>
  )
}

const pointOf = ({ group, visibility: { value, ci } }: Metrics["data"]["rows"][number]): Point => ({
  date: group.date ?? "",
  value,
  low: ci?.low ?? value,
  high: ci?.high ?? value,
})

const named = ({ id, finished_at, created_at, status }: Scan) => [
  id,
  `${formatDate(new Date(finished_at ?? created_at), "UTC")}${status === "partial" ? " (partial)" : ""}`,
]
