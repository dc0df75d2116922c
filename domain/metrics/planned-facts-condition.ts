/** Builds the SQL condition that selects the stored facts of a plan. All of its columns are in one index. */
import { empty, type Sql, sql } from "@/prisma/client"
import type { Span } from "./period"
import type { Part } from "./plan"
import type { QueryContext } from "./query-context"

/** For a statement in which metric_fact has the alias `f`. */
export function plannedFactsCondition(context: QueryContext, parts: Part[], { from, to }: Span): Sql {
  const distinct = (nameOf: (part: Part) => string) => [...new Set(parts.map(nameOf))]
  return sql`f.team_id = ${context.team_id} and f.client_id = ${context.client_id}
    and f.metric_id = any(${distinct(({ storedMetric }) => storedMetric)}) and f.dimension_set = any(${distinct(({ breakdown }) => breakdown)})
    and f.date between ${from}::date and ${to}::date
    and f.data_source_id = any(${distinct(({ source }) => source.id)}) ${plannedCombinationsCondition(parts)}`
}

/**
 * Restricts the facts to the planned combinations of source, metric and breakdown. The conditions above select other
 * combinations too, if a source stores a breakdown for one metric that the plan reads for another source or metric.
 * Empty if that is not the case.
 */
function plannedCombinationsCondition(parts: Part[]): Sql {
  if (!hasUnplannedCombination(parts)) return empty
  return sql`and (f.data_source_id, f.metric_id, f.dimension_set) in (select * from unnest(
    ${parts.map(({ source }) => source.id)}::text[], ${parts.map(({ storedMetric }) => storedMetric)}::text[],
    ${parts.map(({ breakdown }) => breakdown)}::text[]))`
}

function hasUnplannedCombination(parts: Part[]): boolean {
  const planned = new Set(
    parts.map(({ source, storedMetric, breakdown }) => `${source.id} ${storedMetric} ${breakdown}`),
  )
  const storedMetrics = new Set(parts.map(({ storedMetric }) => storedMetric))
  const breakdowns = new Set(parts.map(({ breakdown }) => breakdown))
  for (const { source } of parts)
    for (const storedMetric of storedMetrics)
      for (const breakdown of source.breakdowns[storedMetric] ?? [])
        if (breakdowns.has(breakdown) && !planned.has(`${source.id} ${storedMetric} ${breakdown}`)) return true
  return false
}
