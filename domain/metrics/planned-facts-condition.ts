/** Builds the SQL condition that selects the stored facts of a plan. All of its columns are in one index. */
import { empty, type Sql, sql } from "@/prisma/client"
import type { Span } from "./period"
import type { Part } from "./plan"
import type { QueryContext } from "./query-context"

/** For a statement in which metric_fact has the alias `f`. */
export function plannedFactsCondition(context: QueryContext, parts: Part[], { from, to }: Span): Sql {
  const distinct = (nameOf: (part: Part) => string) => [...new Set(parts.map(nameOf))]
  return sql`f.team_id = ${context.team_id} and f.client_id = ${context.client_id}
    and f.metric_id = any(${distinct((p) => p.storedMetric)}) and f.dimension_set = any(${distinct((p) => p.breakdown)})
    and f.date between ${from}::date and ${to}::date
    and f.data_source_id = any(${distinct((p) => p.source.id)}) ${plannedCombinationsCondition(parts)}`
}

/**
 * The conditions above also select combinations that are not planned, if a source stores for one metric a breakdown that
 * the plan reads for another source or metric. Only then, this condition restricts the facts to the planned
 * combinations.
 */
function plannedCombinationsCondition(parts: Part[]): Sql {
  if (!hasUnplannedCombination(parts)) return empty
  return sql`and (f.data_source_id, f.metric_id, f.dimension_set) in (select * from unnest(
    ${parts.map((p) => p.source.id)}::text[], ${parts.map((p) => p.storedMetric)}::text[], ${parts.map((p) => p.breakdown)}::text[]))`
}

function hasUnplannedCombination(parts: Part[]): boolean {
  const planned = new Set(parts.map((p) => `${p.source.id} ${p.storedMetric} ${p.breakdown}`))
  const storedMetrics = new Set(parts.map((p) => p.storedMetric))
  const breakdowns = new Set(parts.map((p) => p.breakdown))
  for (const { source } of parts)
    for (const storedMetric of storedMetrics)
      for (const breakdown of source.breakdowns[storedMetric] ?? [])
        if (breakdowns.has(breakdown) && !planned.has(`${source.id} ${storedMetric} ${breakdown}`)) return true
  return false
}
