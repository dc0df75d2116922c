/** Looks up what a metrics query names: the tracked brands of its project, and the ids in its filters. */
import { z } from "zod"
import { notFound } from "@/domain/kernel/errors"
import { join, rows, sql } from "@/prisma/client"
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
  const found = await rows(
    brandRow,
    sql`
      select id, name, kind from ai_brand where team_id = ${team_id} and project_id = ${project_id} and kind in ('own', 'competitor')
      order by lower(name), id`,
  )
  return found.map((brand) => ({
    ...brand,
    isRow: brand_id ? brand_id.includes(brand.id) : group_by.includes("brand") || brand.kind === "own",
  }))
}

/**
 * Throws "not found" when a prompt, topic or brand in the query does not belong to the project. Without this check
 * a mistyped id would count nothing and look like a valid result of zero.
 */
export async function requireKnownIds({ team_id, project_id }: VisibilityProject, query: MetricsQuery) {
  const filters = [
    { kind: "prompt", table: sql`ai_prompt`, ids: query.prompt_id },
    { kind: "topic", table: sql`ai_topic`, ids: query.topic_id },
    { kind: "brand", table: sql`ai_brand`, ids: query.brand_id },
  ]
  const unknown = filters.flatMap(({ kind, table, ids }) =>
    ids
      ? sql`select ${kind}::text as kind from unnest(${ids}::text[]) as requested(id) where not exists (
          select 1 from ${table} t where t.id = requested.id and t.team_id = ${team_id} and t.project_id = ${project_id})`
      : [],
  )
  if (unknown.length === 0) return
  const [found] = await rows(unknownRow, sql`${join(unknown, " union all ")} limit 1`)
  if (found) throw notFound(found.kind)
}

const unknownRow = z.object({ kind: z.string() })
