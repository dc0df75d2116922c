/** Builds the condition that selects the stored facts of a plan. Everything in it uses a single index. */
import { empty, type Sql, sql } from "@/prisma/client"
import type { Span } from "./period"
import type { Part } from "./plan"
import type { QueryContext, Source } from "./query-context"

/** For a statement in which metric_fact has the alias `f`. */
export function plannedFactsCondition(context: QueryContext, parts: Part[], { from, to }: Span): Sql {
  const distinct = (of: (part: Part) => string) => [...new Set(parts.map(of))]
  return sql`f.team_id = ${context.team_id} and f.client_id = ${context.client_id}
    and f.metric_id = any(${distinct((p) => p.base)}) and f.dimension_set = any(${distinct((p) => p.set)})
    and f.date between ${from}::date and ${to}::date
    and f.data_source_id = any(${distinct((p) => p.source.id)}) ${plannedCombinationsCondition(parts)}`
}

/**
 * Restricts facts to the planned combinations. Needed only when a source also stores, for one metric, a breakdown that
 * the plan reads for another source or metric.
 */
function plannedCombinationsCondition(parts: Part[]): Sql {
  const planned = new Set(parts.map((p) => `${p.source.id} ${p.base} ${p.set}`))
  const [bases, sets] = [new Set(parts.map((p) => p.base)), new Set(parts.map((p) => p.set))]
  const hasBreakdown = (source: Source, base: string, set: string) => source.breakdowns[base]?.includes(set) ?? false
  const isExact = parts.every(({ source }) =>
    [...bases].every((base) =>
      [...sets].every((set) => planned.has(`${source.id} ${base} ${set}`) || !hasBreakdown(source, base, set)),
    ),
  )
  if (isExact) return empty
  return sql`and (f.data_source_id, f.metric_id, f.dimension_set) in (select * from unnest(
    ${parts.map((p) => p.source.id)}::text[], ${parts.map((p) => p.base)}::text[], ${parts.map((p) => p.set)}::text[]))`
}
