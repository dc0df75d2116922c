/** Reads the cells of scans: filtered, grouped, and pooled so that a cell is one prompt on one engine in one region, however many scans. */
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

/** Of each group (`g`), brand ("" is the cell itself) and cell of the period: sums over its scans. */
export function pooledCells(scene: ProjectScene, scans: readonly ChosenScan[], query: MetricsQuery): Sql {
  const { team_id, project_id } = scene
  return sql`
    select ${groupKey(query)} as g, c.brand_id, c.prompt_id, c.engine_id, c.region,
      case when min(c.engine_config_hash) = max(c.engine_config_hash) then min(c.engine_config_hash) end as config,
      sum(c.runs_n)::int as m, sum(c.mentioned_n)::int as k, sum(c.cited_n)::int as cited, sum(c.top1_n)::int as top1, sum(c.top3_n)::int as top3,
      sum(c.rank_sum)::int as rank_sum, sum(c.prominence_sum) as prominence_sum, sum(c.citations_n)::int as citations,
      sum(c.sentiment_positive_n)::int as positive, sum(c.sentiment_neutral_n)::int as neutral, sum(c.sentiment_negative_n)::int as negative,
      sum(c.brand_jaccard) as brand_jaccard, count(c.brand_jaccard) as brand_pairs,
      sum(c.domain_jaccard) as domain_jaccard, count(c.domain_jaccard) as domain_pairs
    from ${datedScans(scene, scans)} s
    join ai_cell c on c.scan_id = s.id and c.team_id = ${team_id} and c.project_id = ${project_id}
    join ai_prompt p on p.id = c.prompt_id and p.team_id = ${team_id}
    where c.runs_n > 0${filters(query)}
    group by 1, 2, 3, 4, 5`
}

/** A row a scan: its place `n`, and the day, week and month that it belongs to, told once and not for each cell (`offset 0`). */
export const datedScans = ({ week_starts_on }: ProjectScene, scans: readonly ChosenScan[]): Sql => sql`(
  select id, n, date::text as date, (date - (extract(isodow from date)::int - ${week_starts_on}::int + 7) % 7)::text as week, to_char(date, 'YYYY-MM') as month
  from unnest(${scans.map((scan) => scan.id)}::text[], ${scans.map((scan) => scan.date)}::date[]) with ordinality as u(id, date, n) offset 0)`

/** Of scans `s`, cells `c` and their prompts `p`. */
export function groupKey(query: MetricsQuery): Sql {
  const columns: Partial<Record<Grouping, Sql>> = {
    date: sql`s.date`,
    week: sql`s.week`,
    month: sql`s.month`,
    scan: sql`c.scan_id`,
    engine: sql`c.engine_id`,
    region: sql`c.region`,
    topic: sql`coalesce(p.topic_id, '')`,
    prompt: sql`c.prompt_id`,
  }
  const parts = groupingsOf(query).map((grouping) => columns[grouping] as Sql)
  return parts.length === 0 ? sql`''::text` : sql`concat_ws(${separator}::text, ${join(parts)})`
}

/** Conditions on cells `c` and their prompts `p`. */
export function filters(query: MetricsQuery): Sql {
  const { engine, region } = query
  const ofCells = [
    ...(engine ? [sql` and c.engine_id = any(${engine})`] : []),
    ...(region ? [sql` and c.region = any(${region})`] : []),
  ]
  return sql`${join([...ofCells, promptConditions(query)], "")}`
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

/** The tracked brands whose rows are asked for: all, those named, or without `brand` in group_by the own one. */
export function askedBrands({ brand_id, group_by }: MetricsQuery): Sql {
  if (brand_id) return sql`b.id = any(${brand_id})`
  return group_by.includes("brand") ? sql`true` : sql`b.kind = 'own'`
}
