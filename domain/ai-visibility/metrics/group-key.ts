/** Builds the SQL for a metrics query: the key that rows are grouped by, and the conditions on prompts, engines, regions and brands. */
import { empty, join, type Sql, sql } from "@/prisma/client"
import type { ChosenScan, ProjectScene } from "./find-scans"
import { type Grouping, type MetricsQuery, promptScopeOf } from "./metrics-query"

/** Groupings in the sort order of the rows, time first. Without "brand": rows are always split by brand. */
export const groupingsOf = ({ group_by }: MetricsQuery): Grouping[] => order.filter((g) => group_by.includes(g))
const order: Grouping[] = ["date", "week", "month", "scan", "engine", "region", "topic", "prompt"]

/** Separates the values in a group's key. */
export const separator = "\u001f"

/** What to count: the scans of a project, with the query that filters and groups them. */
export type Question = { scene: ProjectScene; scans: readonly ChosenScan[]; query: MetricsQuery }

/**
 * One row per scan: its position `n` and the day, week and month it belongs to. `offset 0` stops Postgres from computing
 * these again for every joined row.
 */
export const datedScans = ({ week_starts_on }: ProjectScene, scans: readonly ChosenScan[]): Sql => sql`(
  select id, n, date::text as date, (date - (extract(isodow from date)::int - ${week_starts_on}::int + 7) % 7)::text as week, to_char(date, 'YYYY-MM') as month
  from unnest(${scans.map((scan) => scan.id)}::text[], ${scans.map((scan) => scan.date)}::date[]) with ordinality as u(id, date, n) offset 0)`

/** The part of a group's key that comes from scans `s` and rollups `c`. The prompt's part is `promptKey`. */
export function groupKey(query: MetricsQuery): Sql {
  const columns: Partial<Record<Grouping, Sql>> = {
    date: sql`s.date`,
    week: sql`s.week`,
    month: sql`s.month`,
    scan: sql`c.scan_id`,
    engine: sql`c.engine_id`,
    region: sql`c.region`,
  }
  const parts = groupingsOf(query).flatMap((grouping) => columns[grouping] ?? [])
  return parts.length === 0 ? sql`''::text` : sql`concat_ws(${separator}::text, ${join(parts)})`
}

/** The part of a group's key that comes from the prompt: its topic, its id, or both. */
export const promptKey = (query: MetricsQuery, { id, topic }: { id: string; topic: string }): string =>
  [...(query.group_by.includes("topic") ? [topic] : []), ...(query.group_by.includes("prompt") ? [id] : [])].join(
    separator,
  )

/** Joins the two parts of a group's key. */
export function wholeKey(query: MetricsQuery, g: string, ofPrompt: string): string {
  const ofPrompts = Number(query.group_by.includes("topic")) + Number(query.group_by.includes("prompt"))
  if (ofPrompts === 0) return g
  return groupingsOf(query).length === ofPrompts ? ofPrompt : `${g}${separator}${ofPrompt}`
}

/** Conditions on prompts `p`, each with a leading "and". */
export function promptConditions(query: MetricsQuery): Sql {
  const { topic_id, prompt_id, tag } = query
  const scope = promptScopeOf(query)
  const conditions = [
    ...(scope === "all" ? [] : [sql` and p.is_branded = ${scope === "branded"}`]),
    ...(topic_id ? [sql` and p.topic_id = any(${topic_id})`] : []),
    ...(prompt_id ? [sql` and p.id = any(${prompt_id})`] : []),
    ...(tag ? [sql` and p.tags && ${tag}`] : []),
  ]
  return conditions.length === 0 ? empty : join(conditions, "")
}

/** Conditions on the engine and region of cells or rollups `c`, each with a leading "and". */
export function slotConditions({ engine, region }: MetricsQuery): Sql {
  const conditions = [
    ...(engine ? [sql` and c.engine_id = any(${engine})`] : []),
    ...(region ? [sql` and c.region = any(${region})`] : []),
  ]
  return conditions.length === 0 ? empty : join(conditions, "")
}

/** Condition on the tracked brands that get rows: all with "brand" in group_by, only the own brand without it, or those in brand_id. */
export function askedBrands({ brand_id, group_by }: MetricsQuery): Sql {
  if (brand_id) return sql`b.id = any(${brand_id})`
  return group_by.includes("brand") ? sql`true` : sql`b.kind = 'own'`
}
