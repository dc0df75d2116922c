/** The condition that finds the stored facts of a plan: everything in it is found through one index. */
import { empty, type Sql, sql } from "@/prisma/client"
import type { Span } from "./period"
import type { Part } from "./plan"
import type { Scene, Source } from "./scene"

/** For a statement in which metric_fact is `f`. */
export function isStored(scene: Scene, parts: Part[], { from, to }: Span): Sql {
  const distinct = (of: (part: Part) => string) => [...new Set(parts.map(of))]
  return sql`f.team_id = ${scene.team_id} and f.client_id = ${scene.client_id}
    and f.metric_id = any(${distinct((p) => p.base)}) and f.dimension_set = any(${distinct((p) => p.set)})
    and f.date between ${from}::date and ${to}::date
    and f.data_source_id = any(${distinct((p) => p.source.id)}) ${exactly(parts)}`
}

/** Needed only where a source also keeps, of some figure, a breakdown that is read of another source or figure. */
function exactly(parts: Part[]): Sql {
  const planned = new Set(parts.map((p) => `${p.source.id} ${p.base} ${p.set}`))
  const [bases, sets] = [new Set(parts.map((p) => p.base)), new Set(parts.map((p) => p.set))]
  const isKept = (source: Source, base: string, set: string) => source.breakdowns[base]?.includes(set) ?? false
  const isExact = parts.every(({ source }) =>
    [...bases].every((base) =>
      [...sets].every((set) => planned.has(`${source.id} ${base} ${set}`) || !isKept(source, base, set)),
    ),
  )
  if (isExact) return empty
  return sql`and (f.data_source_id, f.metric_id, f.dimension_set) in (select * from unnest(
    ${parts.map((p) => p.source.id)}::text[], ${parts.map((p) => p.base)}::text[], ${parts.map((p) => p.set)}::text[]))`
}
