/** Checks that the ids in the filters of a metrics query exist. */
import { z } from "zod"
import { notFound } from "@/domain/kernel/errors"
import { join, rows, sql } from "@/prisma/client"
import type { VisibilityProject } from "./chosen-scans"
import type { MetricsQuery } from "./metrics-query"

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
