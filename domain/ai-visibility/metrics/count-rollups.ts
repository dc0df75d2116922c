/** Counts what metrics are made of from rollups: the same as from cells, in a fraction of the time. */
import { rows, sql } from "@/prisma/client"
import { cellNumbering } from "./cell-layout"
import { askedBrands } from "./cells"
import { countGroup, type TrackedBrand } from "./count-group"
import type { BrandCounts, Counted } from "./count-groups"
import type { ChosenScan, ProjectScene } from "./find-scans"
import { groupTotals } from "./group-totals"
import type { MetricsQuery } from "./metrics-query"
import { keepsPromptsTogether, promptLists, type RollupGroup, rollupGroups } from "./rollup-groups"

/** Null where rollups cannot say it: prompts are told apart, or a brand was not counted in all of the scans. */
export async function countRollups(
  scene: ProjectScene,
  scans: readonly ChosenScan[],
  query: MetricsQuery,
  limit: number,
): Promise<Counted | null> {
  if (!keepsPromptsTogether(query)) return null
  const [lists, found, brands] = await Promise.all([
    promptLists(scene, scans),
    rollupGroups(scene, scans, query),
    trackedBrands(scene, query),
  ])
  const groups = Map.groupBy(found, (row) => row.g)
  if (!lists || ![...groups.values()].every(hasOneLayout)) return null
  const numbering = cellNumbering(
    lists,
    found.flatMap((row) => row.parts ?? []),
  )
  const totals = groupTotals(numbering)
  const byId = new Map(brands.map((brand) => [brand.id, brand]))
  const counted = [...groups.values()].flatMap((group) => {
    const { counts, ofGroup } = countGroup(group, byId, numbering)
    totals.add(ofGroup)
    return counts
  })
  const asked = counted.filter(({ brand }) => byId.get(brand.id)?.is_asked).sort(inOrder(byId))
  return { rows_total: asked.length, rows: asked.slice(0, limit), totals: totals.sum() }
}

/** A brand that was added, or counted, later than some of the scans has fewer rollups. */
export const hasOneLayout = (group: readonly RollupGroup[]) => group.every((row) => row.layout === group[0]?.layout)

const trackedBrands = ({ team_id, project_id }: ProjectScene, query: MetricsQuery) =>
  rows<TrackedBrand>(sql`
    select b.id, b.name, b.kind, ${askedBrands(query)} as is_asked, (row_number() over (order by lower(b.name), b.id))::int as by_name
    from ai_brand b where b.team_id = ${team_id} and b.project_id = ${project_id} and b.kind in ('own', 'competitor')`)

/** As count-groups.ts orders rows. */
const inOrder = (brands: ReadonlyMap<string, TrackedBrand>) => (a: BrandCounts, b: BrandCounts) => {
  const [left, right] = [a, b].map(({ brand }) => brands.get(brand.id)?.by_name ?? 0) as [number, number]
  if (a.g !== b.g) return a.g < b.g ? -1 : 1
  return Number(b.visibility.toFixed(12)) - Number(a.visibility.toFixed(12)) || b.k - a.k || left - right
}
