/** What rows are grouped by, and which prompts and brands a question is about. */
import { empty, join, type Sql, sql } from "@/prisma/client"
import type { ChosenScan, ProjectScene } from "./find-scans"
import { type Grouping, type MetricsQuery, promptScopeOf } from "./metrics-query"

/** Groupings in the order of rows: time first. Brands are always apart. */
export const groupingsOf = ({ group_by }: MetricsQuery): Grouping[] => order.filter((g) => group_by.includes(g))
const order: Grouping[] = ["date", "week", "month", "scan", "engine", "region", "topic", "prompt"]

/** Stands between the values of a group's key. */
export const separator = "\u001f"

/** What is counted: scans of a project, as a query filters and groups them. */
export type Question = { scene: ProjectScene; scans: readonly ChosenScan[]; query: MetricsQuery }

/** A row a scan: its place `n`, and the day, week and month that it belongs to, told once and not for each cell (`offset 0`). */
export const datedScans = ({ week_starts_on }: ProjectScene, scans: readonly ChosenScan[]): Sql => sql`(
  select id, n, date::text as date, (date - (extract(isodow from date)::int - ${week_starts_on}::int + 7) % 7)::text as week, to_char(date, 'YYYY-MM') as month
  from unnest(${scans.map((scan) => scan.id)}::text[], ${scans.map((scan) => scan.date)}::date[]) with ordinality as u(id, date, n) offset 0)`

/** Of scans `s` and rollups `c`: the key of a group but for its prompts. */
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

/** The rest of the key. */
export const promptKey = (query: MetricsQuery, { id, topic }: { id: string; topic: string }): string =>
  [...(query.group_by.includes("topic") ? [topic] : []), ...(query.group_by.includes("prompt") ? [id] : [])].join(
    separator,
  )

/** Both together. */
export function wholeKey(query: MetricsQuery, g: string, ofPrompt: string): string {
  const ofPrompts = Number(query.group_by.includes("topic")) + Number(query.group_by.includes("prompt"))
  if (ofPrompts === 0) return g
  return groupingsOf(query).length === ofPrompts ? ofPrompt : `${g}${separator}${ofPrompt}`
}

/** Conditions on prompts `p`, each with an "and" before it. */
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

/** Conditions on the engine and the region of cells or rollups `c`, each with an "and" before it. */
export function slotConditions({ engine, region }: MetricsQuery): Sql {
  const conditions = [
    ...(engine ? [sql` and c.engine_id = any(${engine})`] : []),
    ...(region ? [sql` and c.region = any(${region})`] : []),
  ]
  return conditions.length === 0 ? empty : join(conditions, "")
}

/** The tracked brands whose rows are asked for: all, those named, or without `brand` in group_by the own one. */
export function askedBrands({ brand_id, group_by }: MetricsQuery): Sql {
  if (brand_id) return sql`b.id = any(${brand_id})`
  return group_by.includes("brand") ? sql`true` : sql`b.kind = 'own'`
}
