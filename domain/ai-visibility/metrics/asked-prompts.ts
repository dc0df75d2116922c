/** Loads the prompts that a metrics query covers, the prompt lists of the scans' rollups, and the group each prompt belongs to. */
import { rows, sql } from "@/prisma/client"
import type { ChosenScan, ProjectScene } from "./find-scans"
import { promptConditions, promptKey } from "./group-key"
import { type MetricsQuery, promptScopeOf } from "./metrics-query"

export type AskedPrompts = {
  lists: Map<string, string[]>
  /** By prompt id: its part of the group key and its topic ("" without one). Prompts outside the query are missing. */
  prompts: Map<string, { key: string; topic: string }>
  /**
   * True when a prompt became branded or unbranded, or was removed, after a scan was counted. The sums in the rollups then
   * include the wrong prompts.
   */
  isStale: boolean
}

export async function askedPrompts(
  scene: ProjectScene,
  scans: readonly ChosenScan[],
  query: MetricsQuery,
): Promise<AskedPrompts> {
  const [lists, asked] = await Promise.all([listsOf(scene, scans), promptsOf(scene, query)])
  const prompts = new Map(asked.map(({ id, topic }) => [id, { key: promptKey(query, { id, topic }), topic }]))
  const scope = promptScopeOf(query)
  const isStale = lists.some(({ prompt_ids, is_branded }) => {
    const isAsked = scope === "all" || is_branded === (scope === "branded")
    return prompt_ids.some((id) => prompts.has(id) !== isAsked)
  })
  return { lists: new Map(lists.map(({ id, prompt_ids }) => [id, prompt_ids])), prompts, isStale }
}

const listsOf = ({ team_id, project_id }: ProjectScene, scans: readonly ChosenScan[]) =>
  rows<{ id: string; prompt_ids: string[]; is_branded: boolean }>(sql`
    select l.id, l.prompt_ids, r.is_branded
    from (select distinct c.prompt_list_id, c.is_branded from unnest(${scans.map((scan) => scan.id)}::text[]) as s(id) cross join lateral (
      select * from ai_metric_rollup where team_id = ${team_id} and scan_id = s.id and is_branded in (false, true) and brand_id = '' offset 0) c) r
    join ai_prompt_list l on l.team_id = ${team_id} and l.project_id = ${project_id} and l.id = r.prompt_list_id`)

const promptsOf = ({ team_id, project_id }: ProjectScene, query: MetricsQuery) =>
  rows<{ id: string; topic: string }>(sql`
    select p.id, coalesce(p.topic_id, '') as topic from ai_prompt p
    where p.team_id = ${team_id} and p.project_id = ${project_id}${promptConditions(query)}`)
