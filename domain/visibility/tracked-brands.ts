/** Loads the tracked brands of a project: your brand and its competitors. */
import { z } from "zod"
import { rows, sql } from "@/prisma/client"
import type { VisibilityProject } from "./chosen-scans"
import type { MetricsQuery } from "./metrics-query"

const brandRow = z.object({ id: z.string(), name: z.string(), kind: z.enum(["own", "competitor"]) })

/** Your brand or a competitor. `isRow` is true when the query returns rows of this brand. */
export type TrackedBrand = z.infer<typeof brandRow> & { isRow: boolean }

/**
 * Returns the tracked brands by name. Without "brand" in group_by, only your brand has rows, or the brands in brand_id.
 */
export async function trackedBrands(
  { team_id, project_id }: VisibilityProject,
  { brand_id, group_by }: MetricsQuery,
): Promise<TrackedBrand[]> {
  const brands = await rows(
    brandRow,
    sql`
      select id, name, kind from ai_brand where team_id = ${team_id} and project_id = ${project_id} and kind in ('own', 'competitor')
      order by lower(name), id`,
  )
  return brands.map((brand) => ({
    ...brand,
    isRow: brand_id ? brand_id.includes(brand.id) : group_by.includes("brand") || brand.kind === "own",
  }))
}
