/** Reads the rollups of scans grouped by Postgres: one row per group and brand, with its cells as concatenated text. */
import { empty, join, raw, rows, type Sql, sql } from "@/prisma/client"
import type { Sums } from "./counts"
import type { ChosenScan, ProjectScene } from "./find-scans"
import { datedScans, groupKey, slotConditions } from "./group-key"
import { type MetricsQuery, promptScopeOf } from "./metrics-query"

/** One rollup of a group: `n` is the position of its scan; the rest identifies its cells. */
export type Part = { n: number; engine: string; region: string; branded: boolean; prompts: string; config: string }

/**
 * One group and one tracked brand ("" stands for the answers themselves). The texts of its rollups are concatenated in the
 * same order for all brands.
 */
export type RollupGroup = {
  g: string
  brand_id: string
  /**
   * Number of rollups and of cells. A brand only has rollups and cells that the answers have too, so equal layouts mean the
   * same cells.
   */
  layout: string
  cells: string
  /** One per rollup, in the answers' row. Null in a brand's row unless `ofAll` was set. */
  parts: Part[] | null
  brand_likeness: Buffer | null
  domain_likeness: Buffer | null
  /** Null when the query reads details cell by cell (`byCell`). */
  sums: Sums | null
  mentions?: string
  cited?: string
  citations?: string
}

/** True when the query filters or groups by prompt, topic or tag. Sums per rollup are then useless, and cells are read one by one. */
export const tellsPromptsApart = ({ group_by, topic_id, prompt_id, tag }: MetricsQuery) =>
  Boolean(topic_id || prompt_id || tag) || group_by.includes("topic") || group_by.includes("prompt")

/** `byCell` reads the details of each cell, branded or not, in place of sums. `ofAll` also reads the parts of every brand's row. */
export type Depth = { byCell: boolean; ofAll?: boolean }

export function rollupGroups(
  scene: ProjectScene,
  scans: readonly ChosenScan[],
  query: MetricsQuery,
  { byCell, ofAll = false }: Depth,
) {
  const { team_id, project_id } = scene
  const ordered = sql`order by s.n, c.engine_id collate "C", c.region collate "C", c.is_branded, c.engine_config_hash collate "C"`
  const inOrder = (column: string) => sql`string_agg(c.${raw(column)}, '' ${ordered}) as ${raw(column)}`
  const details = byCell ? sql`null as sums, ${join(["mentions", "cited", "citations"].map(inOrder))}` : sums
  return rows<RollupGroup>(sql`
    select ${groupKey(query)} as g, c.brand_id, count(*) || ' ' || sum(c.cells_n) as layout, ${inOrder("cells")},
      json_agg(json_build_object('n', s.n, 'engine', c.engine_id, 'region', c.region, 'branded', c.is_branded, 'prompts', c.prompt_list_id,
        'config', c.engine_config_hash) ${ordered}) filter (where c.brand_id = '' or ${ofAll}) as parts,
      string_agg(c.brand_likeness, ''::bytea ${ordered}) as brand_likeness, string_agg(c.domain_likeness, ''::bytea ${ordered}) as domain_likeness, ${details}
    from ${datedScans(scene, scans)} s
    join ai_metric_rollup c on c.scan_id = s.id and c.team_id = ${team_id} and c.project_id = ${project_id}
    where (c.brand_id = '' or c.brand_id in (${trackedIds(scene)}))${ofScope(query, byCell)}${slotConditions(query)}
    group by 1, 2`)
}

const sums = sql`json_build_object('m', sum(c.answers_n), 'k', sum(c.mentioned_n), 'cited', sum(c.cited_n), 'top1', sum(c.top1_n), 'top3', sum(c.top3_n),
  'rank_sum', sum(c.rank_sum), 'prominence_sum', sum(c.prominence_sum), 'citations', sum(c.citations_n), 'positive', sum(c.sentiment_positive_n),
  'neutral', sum(c.sentiment_neutral_n), 'negative', sum(c.sentiment_negative_n)) as sums`

const trackedIds = ({ team_id, project_id }: ProjectScene) =>
  sql`select id from ai_brand where team_id = ${team_id} and project_id = ${project_id} and kind in ('own', 'competitor')`

/** With `byCell` the scope is applied later, by what prompts are now, so branded and unbranded rollups are both read. */
function ofScope(query: MetricsQuery, byCell: boolean): Sql {
  const scope = promptScopeOf(query)
  return byCell || scope === "all" ? empty : sql` and c.is_branded = ${scope === "branded"}`
}
