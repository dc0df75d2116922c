/** Counts what metrics are made of, from the rollups of scans. */
import { rows, sql } from "@/prisma/client"
import { countGroup, type TrackedBrand } from "./count-group"
import type { BrandCounts, Counted } from "./counts"
import type { ChosenScan, ProjectScene } from "./find-scans"
import { askedBrands } from "./group-key"
import { groupTotals } from "./group-totals"
import type { MetricsQuery } from "./metrics-query"
import { pooledGroups } from "./pooled-groups"

/** At most `limit` rows; `rows_total` and the totals are of all. */
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
    const { counts, ofGroup } = countGroup(group, byId, { numbering, classes, query })
    totals.add(ofGroup)
    return counts
  })
  return { rows_total: counted.length, rows: inOrder(counted, byId).slice(0, limit), totals: totals.sum() }
}

const trackedBrands = ({ team_id, project_id }: ProjectScene, query: MetricsQuery) =>
  rows<TrackedBrand>(sql`
    select b.id, b.name, b.kind, ${askedBrands(query)} as is_asked, (row_number() over (order by lower(b.name), b.id))::int as by_name
    from ai_brand b where b.team_id = ${team_id} and b.project_id = ${project_id} and b.kind in ('own', 'competitor')`)

/** By group, and then the most visible first; sums of fractions that differ in their last digits alone are equal. */
function inOrder(counted: readonly BrandCounts[], brands: ReadonlyMap<string, TrackedBrand>): BrandCounts[] {
  const placed = counted.map((row) => ({
    row,
    visibility: Number(row.visibility.toFixed(12)),
    by_name: brands.get(row.brand.id)?.by_name ?? 0,
  }))
  placed.sort((a, b) => {
    if (a.row.g !== b.row.g) return a.row.g < b.row.g ? -1 : 1
    return b.visibility - a.visibility || b.row.k - a.row.k || a.by_name - b.by_name
  })
  return placed.map(({ row }) => row)
}
