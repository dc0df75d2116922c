/** Rejects filters with unknown ids. Without this check a mistyped id would count nothing and look like a valid result of zero. */
import { notFound } from "@/domain/kernel/errors"
import { join, rows, sql } from "@/prisma/client"
import type { VisibilityProject } from "./find-scans"
import type { MetricsQuery } from "./metrics-query"

const tables = { prompt: sql`ai_prompt`, topic: sql`ai_topic`, brand: sql`ai_brand` }

/** Throws "not found" when a prompt, topic or brand in the query does not belong to the project. */
export async function requireNamed({ team_id, project_id }: VisibilityProject, query: MetricsQuery) {
  const named = { prompt: query.prompt_id, topic: query.topic_id, brand: query.brand_id }
  const unknown = (["prompt", "topic", "brand"] as const).flatMap((kind) => {
    const ids = named[kind]
    if (!ids) return []
    return sql`select ${kind}::text as kind from unnest(${ids}::text[]) as n(id) where not exists (
      select 1 from ${tables[kind]} t where t.id = n.id and t.team_id = ${team_id} and t.project_id = ${project_id})`
  })
  if (unknown.length === 0) return
  const [found] = await rows<{ kind: string }>(sql`${join(unknown, " union all ")} limit 1`)
  if (found) throw notFound(found.kind)
}
