/** Reads rollups instead of cells, for questions that keep all prompts together: a row a group and brand, however many cells there are. */
import { empty, join, rows, type Sql, sql } from "@/prisma/client"
import { datedScans, groupKey } from "./cells"
import type { BrandCounts } from "./count-groups"
import type { ChosenScan, ProjectScene } from "./find-scans"
import { type MetricsQuery, promptScopeOf } from "./metrics-query"

/** Sums of a group and a tracked brand ("" is the answers themselves), and its cells: rollup after rollup, in the same order for all brands. */
export type RollupGroup = {
  g: string
  brand_id: string
  /** Rollups and cells: a brand has no others than the answers themselves, so where it has as many it has the same. */
  layout: string
  sums: Pick<
    BrandCounts,
    | "m"
    | "k"
    | "cited"
    | "top1"
    | "top3"
    | "rank_sum"
    | "prominence_sum"
    | "citations"
    | "positive"
    | "neutral"
    | "negative"
  >
  cells: string
  /** Of each rollup; null with a brand. */
  parts: { engine: string; region: string; prompts: string; config: string | null }[] | null
  brand_likeness: Buffer | null
  domain_likeness: Buffer | null
}

/** True when no prompt is told from another but by naming the own brand, as rollups tell them. */
export const keepsPromptsTogether = ({ group_by, topic_id, prompt_id, tag }: MetricsQuery) =>
  !topic_id && !prompt_id && !tag && !group_by.includes("topic") && !group_by.includes("prompt")

export function rollupGroups(scene: ProjectScene, scans: readonly ChosenScan[], query: MetricsQuery) {
  const { team_id, project_id } = scene
  const ordered = sql`order by s.n, c.engine_id collate "C", c.region collate "C", c.is_branded`
  return rows<RollupGroup>(sql`
    select ${groupKey(query)} as g, c.brand_id,
      count(*) || ' ' || sum(c.cells_n) as layout,
      json_build_object('m', sum(c.answers_n), 'k', sum(c.mentioned_n), 'cited', sum(c.cited_n), 'top1', sum(c.top1_n), 'top3', sum(c.top3_n),
        'rank_sum', sum(c.rank_sum), 'prominence_sum', sum(c.prominence_sum), 'citations', sum(c.citations_n), 'positive', sum(c.sentiment_positive_n),
        'neutral', sum(c.sentiment_neutral_n), 'negative', sum(c.sentiment_negative_n)) as sums,
      string_agg(c.cells, '' ${ordered}) as cells,
      json_agg(json_build_object('engine', c.engine_id, 'region', c.region, 'prompts', c.prompt_list_id, 'config', c.engine_config_hash) ${ordered})
        filter (where c.brand_id = '') as parts,
      string_agg(c.brand_likeness, ''::bytea ${ordered}) as brand_likeness, string_agg(c.domain_likeness, ''::bytea ${ordered}) as domain_likeness
    from ${datedScans(scene, scans)} s
    join ai_metric_rollup c on c.scan_id = s.id and c.team_id = ${team_id} and c.project_id = ${project_id}
    where (c.brand_id = '' or c.brand_id in (${trackedIds(scene)}))${filters(query)}
    group by 1, 2`)
}

const trackedIds = ({ team_id, project_id }: ProjectScene) =>
  sql`select id from ai_brand where team_id = ${team_id} and project_id = ${project_id} and kind in ('own', 'competitor')`

function filters(query: MetricsQuery): Sql {
  const { engine, region } = query
  const scope = promptScopeOf(query)
  const conditions = [
    ...(scope === "all" ? [] : [sql`c.is_branded = ${scope === "branded"}`]),
    ...(engine ? [sql`c.engine_id = any(${engine})`] : []),
    ...(region ? [sql`c.region = any(${region})`] : []),
  ]
  return conditions.length === 0 ? empty : sql` and ${join(conditions, " and ")}`
}

/** The prompts behind rollups, by list; null where a prompt has changed from branded to unbranded or back since a scan was counted. */
export async function promptLists(
  { team_id, project_id }: ProjectScene,
  scans: readonly ChosenScan[],
): Promise<Map<string, string[]> | null> {
  const found = await rows<{ id: string; prompt_ids: string[]; is_stale: boolean }>(sql`
    select l.id, l.prompt_ids, exists (select 1 from ai_prompt p where p.team_id = ${team_id} and p.id = any(l.prompt_ids) and p.is_branded <> r.is_branded) as is_stale
    from (select distinct c.prompt_list_id, c.is_branded from unnest(${scans.map((scan) => scan.id)}::text[]) as s(id) cross join lateral (
      select * from ai_metric_rollup where team_id = ${team_id} and scan_id = s.id and is_branded in (false, true) and brand_id = '' offset 0) c) r
    join ai_prompt_list l on l.team_id = ${team_id} and l.project_id = ${project_id} and l.id = r.prompt_list_id`)
  return found.some((list) => list.is_stale) ? null : new Map(found.map((list) => [list.id, list.prompt_ids]))
}
