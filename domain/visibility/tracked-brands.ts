/** Loads the tracked brands of a project: your brand and its competitors. */
import { rows, sql } from "@/prisma/client"
import type { VisibilityProject } from "./find-scans"
import type { MetricsQuery } from "./metrics-query"

/** `isRow` is true when the query returns rows of this brand. */
export type TrackedBrand = { id: string; name: string; kind: "own" | "competitor"; isRow: boolean }

/** Brands sorted by name. Without "brand" in group_by, only your brand has rows, or the brands in brand_id. */
export async function trackedBrands(
  { team_id, project_id }: VisibilityProject,
  { brand_id, group_by }: MetricsQuery,
): Promise<TrackedBrand[]> {
  const found = await rows<Omit<TrackedBrand, "isRow">>(sql`
    select id, name, kind from ai_brand where team_id = ${team_id} and project_id = ${project_id} and kind in ('own', 'competitor')
    order by lower(name), id`)
  const isRow = ({ id, kind }: (typeof found)[number]) =>
    brand_id ? brand_id.includes(id) : group_by.includes("brand") || kind === "own"
  return found.map((brand) => ({ ...brand, isRow: isRow(brand) }))
}
