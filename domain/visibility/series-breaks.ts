/**
 * Finds breaks in a series of scans: a changed prompt set, a changed engine configuration, or other engines or regions.
 */
import { z } from "zod"
import type { SeriesBreak } from "@/domain/kernel/warnings"
import { rows, type Sql, sql } from "@/prisma/client"
import type { ChosenScan, VisibilityProject } from "./chosen-scans"
import type { MetricsQuery } from "./metrics-query"
import { promptConditions } from "./query-sql"

/**
 * `lists` holds the ids of the prompt lists (`ai_prompt_list`) before and after the prompt set changed. It is null for
 * other kinds. `added_n` and `removed_n` of a changed prompt set are 0 until `countPanelChanges` compares the lists.
 */
export type FoundBreak = SeriesBreak & { lists: [previous: string, current: string] | null }

/**
 * Takes scans in any order and returns their breaks, earliest first. A change that the query filters out or shows in
 * separate rows is no break.
 */
export function findBreaks(scans: readonly ChosenScan[], query: MetricsQuery): FoundBreak[] {
  const ordered = scans.toSorted((a, b) => a.finished_at_seconds - b.finished_at_seconds || (a.id < b.id ? -1 : 1))
  const isGroupedBy = (grouping: MetricsQuery["group_by"][number]) => query.group_by.includes(grouping)
  return ordered.flatMap((scan, i) => {
    const previous = ordered[i - 1]
    if (!previous) return []
    return [
      ...(isGroupedBy("prompt") ? [] : findPanelBreak(previous, scan)),
      ...findEngineBreaks(ordered.slice(0, i), scan, query),
      ...(isGroupedBy("engine") ? [] : findSetBreak("engines", previous, scan, query.engine)),
      ...(isGroupedBy("region") ? [] : findSetBreak("regions", previous, scan, query.region)),
    ]
  })
}

/** A break without details. */
const breakAt = (kind: SeriesBreak["kind"], previous: ChosenScan, scan: ChosenScan): FoundBreak => ({
  kind,
  date: scan.date,
  scan_id: scan.id,
  previous_scan_id: previous.id,
  engine: null,
  from: null,
  to: null,
  added_n: 0,
  removed_n: 0,
  lists: null,
})

function findPanelBreak(previous: ChosenScan, scan: ChosenScan): FoundBreak[] {
  const previousList = previous.asked.prompts
  const currentList = scan.asked.prompts
  if (!previousList || !currentList || previousList === currentList) return []
  const from = String(previous.panel_version)
  const to = String(scan.panel_version)
  return [{ ...breakAt("panel", previous, scan), from, to, lists: [previousList, currentList] }]
}

/** Compares each engine with the last scan in which it answered, which is not always the previous scan. */
function findEngineBreaks(earlier: readonly ChosenScan[], scan: ChosenScan, query: MetricsQuery): FoundBreak[] {
  return (scan.asked.engines ?? []).flatMap(({ id, config, model }) => {
    if (config === null || (query.engine && !query.engine.includes(id))) return []
    const previousScan = earlier.findLast((earlierScan) => configurationOf(earlierScan, id))
    const previous = previousScan && configurationOf(previousScan, id)
    if (!previous || previous.config === config) return []
    return [{ ...breakAt("engine", previousScan, scan), engine: id, from: previous.model, to: model }]
  })
}

const configurationOf = ({ asked }: ChosenScan, engine: string) =>
  asked.engines?.find(({ id, config }) => id === engine && config !== null)

/** Compares the sets of engines or regions. `filter` holds those that the query covers; without it, all of them. */
function findSetBreak(
  kind: "engines" | "regions",
  previous: ChosenScan,
  scan: ChosenScan,
  filter: readonly string[] | undefined,
): FoundBreak[] {
  const [previousNames, currentNames] = [previous, scan].map(({ asked }) => {
    const names = kind === "engines" ? asked.engines?.map(({ id }) => id) : asked.regions
    return names && new Set(names.filter((name) => !filter || filter.includes(name)))
  })
  if (!previousNames || !currentNames) return []
  const added_n = currentNames.difference(previousNames).size
  const removed_n = previousNames.difference(currentNames).size
  if (added_n + removed_n === 0) return []
  const from = [...previousNames].join(", ")
  const to = [...currentNames].join(", ")
  return [{ ...breakAt(kind, previous, scan), from, to, added_n, removed_n }]
}

/** Returns the breaks with their counts. Drops changes of the prompt set that do not affect the query's prompts. */
export async function countPanelChanges(
  { team_id, project_id }: VisibilityProject,
  breaks: readonly FoundBreak[],
  query: MetricsQuery,
): Promise<FoundBreak[]> {
  const pairs = [...new Map(breaks.flatMap(({ lists }) => (lists ? [[lists.join(" "), lists]] : []))).values()]
  if (pairs.length === 0) return [...breaks]
  const prompts = sql`select p.id from ai_prompt p where p.team_id = ${team_id} and p.project_id = ${project_id}${promptConditions(query)}`
  /** SQL for the number of `prompt` rows that are in `list` and not in `other`. */
  const countOnlyIn = (list: Sql, other: Sql) => sql`(
    select count(*)::int from unnest(${list}) as listed(id) join prompt using (id)
    left join unnest(${other}) as other(id) using (id) where other.id is null)`
  const previousIds = sql`previous_list.prompt_ids`
  const currentIds = sql`current_list.prompt_ids`
  const changes = await rows(
    panelChangeRow,
    sql`
      with prompt as materialized (${prompts})
      select pair.previous_id || ' ' || pair.current_id as pair,
        ${countOnlyIn(currentIds, previousIds)} as added_n, ${countOnlyIn(previousIds, currentIds)} as removed_n
      from unnest(${pairs.map(([previousList]) => previousList)}::text[], ${pairs.map(([, currentList]) => currentList)}::text[]) as pair(previous_id, current_id)
      join ai_prompt_list previous_list on previous_list.team_id = ${team_id} and previous_list.project_id = ${project_id}
        and previous_list.id = pair.previous_id
      join ai_prompt_list current_list on current_list.team_id = ${team_id} and current_list.project_id = ${project_id}
        and current_list.id = pair.current_id`,
  )
  const byPair = new Map(changes.map(({ pair, added_n, removed_n }) => [pair, { added_n, removed_n }]))
  return breaks.flatMap((found) => {
    if (!found.lists) return [found]
    const change = byPair.get(found.lists.join(" "))
    return change && change.added_n + change.removed_n > 0 ? [{ ...found, ...change }] : []
  })
}

const panelChangeRow = z.object({ pair: z.string(), added_n: z.int(), removed_n: z.int() })
