/** Counts the numbers behind all metrics from the rollups of scans. */
import { rows, sql } from "@/prisma/client"
import { type CountedClass, countGroup, type TrackedBrand } from "./count-group"
import type { BrandCounts, Counted } from "./counts"
import type { ChosenScan, ProjectScene } from "./find-scans"
import { askedBrands } from "./group-key"
import { groupTotals } from "./group-totals"
import type { MetricsQuery } from "./metrics-query"
import { pooledGroups } from "./pooled-groups"

/** Returns at most `limit` rows. `rows_total` and the totals cover all rows. */
export async function countFigures(
  scene: ProjectScene,
  scans: readonly ChosenScan[],
  query: MetricsQuery,
  limit: number,
): Promise<Counted> {
  const [{ sets, numbering, classes }, brands] = await Promise.all([
    pooledGroups(scene, [scans], query),
    trackedBrands(scene, query),
  ])
  const byId = new Map(brands.map((brand) => [brand.id, brand]))
  const totals = groupTotals(numbering)
  const counted = sets.flat().flatMap((group) => {
    const { classes: ofClasses, ofGroup } = countGroup(group, byId, { numbering, classes, query })
    totals.add(ofGroup)
    return ofClasses
  })
  return {
    rows_total: counted.reduce((sum, { rowsN }) => sum + rowsN, 0),
    rows: firstRows(counted, byId, limit),
    totals: totals.sum(),
  }
}

const trackedBrands = ({ team_id, project_id }: ProjectScene, query: MetricsQuery) =>
  rows<TrackedBrand>(sql`
    select b.id, b.name, b.kind, ${askedBrands(query)} as is_asked, (row_number() over (order by lower(b.name), b.id))::int as by_name
    from ai_brand b where b.team_id = ${team_id} and b.project_id = ${project_id} and b.kind in ('own', 'competitor')`)

/** Sorts by group, then by visibility, highest first. */
function firstRows(counted: CountedClass[], brands: ReadonlyMap<string, TrackedBrand>, limit: number): BrandCounts[] {
  const found: BrandCounts[] = []
  for (const { rows } of counted.toSorted((a, b) => (a.g < b.g ? -1 : 1))) {
    if (found.length >= limit) break
    found.push(...inOrder(rows(), brands))
  }
  return found.slice(0, limit)
}

/** Rounds visibility to 12 digits before sorting, so rounding errors in the sums do not affect the order. */
function inOrder(rows: readonly BrandCounts[], brands: ReadonlyMap<string, TrackedBrand>): BrandCounts[] {
  const visibilityOf = ({ visibility }: BrandCounts) => Number(visibility.toFixed(12))
  const placeOf = ({ brand }: BrandCounts) => brands.get(brand.id)?.by_name ?? 0
  return rows.toSorted((a, b) => visibilityOf(b) - visibilityOf(a) || b.k - a.k || placeOf(a) - placeOf(b))
}
