/** Builds the condition that selects the stored facts of a plan. Everything in it uses a single index. */
import { empty, type Sql, sql } from "@/prisma/client"
import type { Span } from "./period"
import type { Part } from "./plan"
import type { QueryContext, Source } from "./query-context"

/** For a statement in which metric_fact has the alias `f`. */
export function plannedFactsCondition(context: QueryContext, parts: Part[], { from, to }: Span): Sql {
  const distinct = (of: (part: Part) => string) => [...new Set(parts.map(of))]
  return sql`f.team_id = ${context.team_id} and f.client_id = ${context.client_id}
    and f.metric_id = any(${distinct((p) => p.storedMetric)}) and f.dimension_set = any(${distinct((p) => p.breakdown)})
    and f.date between ${from}::date and ${to}::date
    and f.data_source_id = any(${distinct((p) => p.source.id)}) ${plannedCombinationsCondition(parts)}`
}

/**
 * Restricts facts to the planned combinations. Needed only when a source also stores, for one metric, a breakdown that
 * the plan reads for another source or metric.
 */
function plannedCombinationsCondition(parts: Part[]): Sql {
  const planned = new Set(parts.map((p) => `${p.source.id} ${p.storedMetric} ${p.breakdown}`))
  const storedMetrics = new Set(parts.map((p) => p.storedMetric))
  const breakdowns = new Set(parts.map((p) => p.breakdown))
  const hasBreakdown = (source: Source, id: string, breakdown: string) =>
    source.breakdowns[id]?.includes(breakdown) ?? false
  const isExact = parts.every(({ source }) =>
    [...storedMetrics].every((id) =>
      [...breakdowns].every(
        (breakdown) => planned.has(`${source.id} ${id} ${breakdown}`) || !hasBreakdown(source, id, breakdown),
      ),
    ),
  )
  if (isExact) return empty
  return sql`and (f.data_source_id, f.metric_id, f.dimension_set) in (select * from unnest(
    ${parts.map((p) => p.source.id)}::text[], ${parts.map((p) => p.storedMetric)}::text[], ${parts.map((p) => p.breakdown)}::text[]))`
}
