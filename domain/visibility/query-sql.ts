/** Builds the SQL of metrics queries: the rows that a query covers, and the key that they are grouped by. */
import { empty, join, raw, type Sql, sql } from "@/prisma/client"
import type { ChosenScan, VisibilityProject } from "./find-scans"
import { type Grouping, type MetricsQuery, promptScopeOf } from "./metrics-query"

/** Groupings in the sort order of the rows, time first. Without "brand": rows are always split by brand. */
export const groupingsOf = ({ group_by }: MetricsQuery): Grouping[] => order.filter((g) => group_by.includes(g))
const order: Grouping[] = ["date", "week", "month", "scan", "engine", "region", "topic", "prompt"]

/** Separates the values in a group's key. */
export const separator = "\u001f"

/** What to count: the scans of a project, with the query that filters and groups them. */
export type Question = { project: VisibilityProject; scans: readonly ChosenScan[]; query: MetricsQuery }

/**
 * One row per scan: its position `n` and the day, week and month it belongs to. `offset 0` stops Postgres from computing
 * these again for every joined row.
 */
const datedScans = ({ week_starts_on }: VisibilityProject, scans: readonly ChosenScan[]): Sql => sql`(
  select id, n, date::text as date, (date - (extract(isodow from date)::int - ${week_starts_on}::int + 7) % 7)::text as week, to_char(date, 'YYYY-MM') as month
  from unnest(${scans.map((scan) => scan.id)}::text[], ${scans.map((scan) => scan.date)}::date[]) with ordinality as u(id, date, n) offset 0)`

/** The key of a group, from scans `s`, cells `c` and prompts `p`. */
export function groupKey(query: MetricsQuery): Sql {
  const columns: Partial<Record<Grouping, Sql>> = {
    date: sql`s.date`,
    week: sql`s.week`,
    month: sql`s.month`,
    scan: sql`c.scan_id`,
    engine: sql`c.engine_id`,
    region: sql`c.region`,
    topic: sql`coalesce(p.topic_id, '')`,
    prompt: sql`p.id`,
  }
  const parts = groupingsOf(query).flatMap((grouping) => columns[grouping] ?? [])
  return parts.length === 0 ? sql`''::text` : sql`concat_ws(${separator}::text, ${join(parts)})`
}

/** Rows `c` of `visibility_cell` or `visibility_cell_brand` that the query covers, with their scan `s` and prompt `p`. */
export const cellsOf = (
  { project, scans, query }: Question,
  table: "visibility_cell" | "visibility_cell_brand",
): Sql => sql`
  ${datedScans(project, scans)} s join ${raw(table)} c on c.scan_id = s.id and c.team_id = ${project.team_id}
  join ai_prompt p on p.id = c.prompt_id and p.team_id = ${project.team_id} and p.project_id = ${project.project_id}${promptConditions(query)}${slotConditions(query)}`

/** Rows `c` of `visibility_scan_brand` that the query covers, with their scan `s`. They do not tell prompts apart. */
export function scanRowsOf({ project, scans, query }: Question): Sql {
  const scope = promptScopeOf(query)
  const ofScope = scope === "all" ? empty : sql` and c.is_branded = ${scope === "branded"}`
  return sql`${datedScans(project, scans)} s
    join visibility_scan_brand c on c.scan_id = s.id and c.team_id = ${project.team_id}${ofScope}${slotConditions(query)}`
}

/**
 * A full join of two common table expressions. Postgres has no statistics of them and may choose a nested loop, which compares every
 * row with every other. It cannot run a full join that way. `offset 0` stops it from turning the full join into an inner one.
 */
export const hashed = (left: Sql, right: Sql, key: Sql): Sql =>
  sql`(select * from ${left} full join ${right} using (${key}) offset 0)`

/** True when the query filters or groups by prompt, topic or tag, which only cells tell apart. */
export const tellsPromptsApart = ({ group_by, topic_id, prompt_id, tag }: MetricsQuery) =>
  Boolean(topic_id || prompt_id || tag) || group_by.includes("topic") || group_by.includes("prompt")

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

/** Conditions on the engine and region of rows `c`, each with a leading "and". */
export function slotConditions({ engine, region }: MetricsQuery): Sql {
  const conditions = [
    ...(engine ? [sql` and c.engine_id = any(${engine})`] : []),
    ...(region ? [sql` and c.region = any(${region})`] : []),
  ]
  return conditions.length === 0 ? empty : join(conditions, "")
}
