/**
 * Finds breaks in a series of scans: a changed prompt set, a changed engine configuration, or other engines or regions.
 */
import { z } from "zod"
import type { SeriesBreak } from "@/domain/kernel/envelope"
import { rows, type Sql, sql } from "@/prisma/client"
import type { ChosenScan, VisibilityProject } from "./chosen-scans"
import type { MetricsQuery } from "./metrics-query"
import { promptConditions } from "./query-sql"

/**
 * `lists` holds the ids of the prompt lists (`ai_prompt_list`) before and after a changed prompt set. It is null for
 * other kinds. `added_n` and `removed_n` of a changed prompt set are 0 until `countPanelChanges` compares the lists.
 */
export type FoundBreak = SeriesBreak & { lists: [before: string, after: string] | null }

/**
 * Takes scans in any order and returns their breaks, earliest first. A change that the query filters out or shows in
 * separate rows is no break.
 */
export function findBreaks(scans: readonly ChosenScan[], query: MetricsQuery): FoundBreak[] {
  const ordered = scans.toSorted((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))
  const isApart = (grouping: MetricsQuery["group_by"][number]) => query.group_by.includes(grouping)
  return ordered.flatMap((scan, i) => {
    const before = ordered[i - 1]
    if (!before) return []
    return [
      ...(isApart("prompt") ? [] : panelBreak(before, scan)),
      ...engineBreaks(ordered.slice(0, i), scan, query),
      ...(isApart("engine") ? [] : setBreak("engines", before, scan, query.engine)),
      ...(isApart("region") ? [] : setBreak("regions", before, scan, query.region)),
    ]
  })
}

const breakAt = (kind: SeriesBreak["kind"], before: ChosenScan, scan: ChosenScan): FoundBreak => ({
  kind,
  date: scan.date,
  scan_id: scan.id,
  previous_scan_id: before.id,
  engine: null,
  from: null,
  to: null,
  added_n: 0,
  removed_n: 0,
  lists: null,
})

function panelBreak(before: ChosenScan, scan: ChosenScan): FoundBreak[] {
  const [was, is] = [before.asked.prompts, scan.asked.prompts]
  if (!was || !is || was === is) return []
  const [from, to] = [String(before.panel_version), String(scan.panel_version)]
  return [{ ...breakAt("panel", before, scan), from, to, lists: [was, is] }]
}

/** Compares each engine with the last scan in which it answered, which is not always the previous scan. */
function engineBreaks(earlier: readonly ChosenScan[], scan: ChosenScan, query: MetricsQuery): FoundBreak[] {
  return (scan.asked.engines ?? []).flatMap(({ id, config, model }) => {
    if (config === null || (query.engine && !query.engine.includes(id))) return []
    const found = earlier.findLast((other) => configurationOf(other, id))
    const was = found && configurationOf(found, id)
    if (!was || was.config === config) return []
    return [{ ...breakAt("engine", found, scan), engine: id, from: was.model, to: model }]
  })
}

const configurationOf = ({ asked }: ChosenScan, engine: string) =>
  asked.engines?.find(({ id, config }) => id === engine && config !== null)

/** `filter` holds the engines or regions that the query covers; without it, all of them. */
function setBreak(
  kind: "engines" | "regions",
  before: ChosenScan,
  scan: ChosenScan,
  filter: readonly string[] | undefined,
): FoundBreak[] {
  const [was, is] = [before, scan].map(({ asked }) => {
    const names = kind === "engines" ? asked.engines?.map(({ id }) => id) : asked.regions
    return names && new Set(names.filter((name) => !filter || filter.includes(name)))
  })
  if (!was || !is) return []
  const [added_n, removed_n] = [is.difference(was).size, was.difference(is).size]
  if (added_n + removed_n === 0) return []
  const [from, to] = [[...was].join(", "), [...is].join(", ")]
  return [{ ...breakAt(kind, before, scan), from, to, added_n, removed_n }]
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
  /** SQL for the number of `prompt` rows that are in one list and not in the other. */
  const without = (a: Sql, b: Sql) => sql`(
    select count(*)::int from unnest(${a}) as l(id) join prompt using (id) left join unnest(${b}) as r(id) using (id) where r.id is null)`
  const [before, after] = [sql`b.prompt_ids`, sql`a.prompt_ids`]
  const changes = await rows(
    panelChangeRow,
    sql`
      with prompt as materialized (${prompts})
      select b.id || ' ' || a.id as pair, ${without(after, before)} as added_n, ${without(before, after)} as removed_n
      from unnest(${pairs.map(([was]) => was)}::text[], ${pairs.map(([, is]) => is)}::text[]) as pair(before, after)
      join ai_prompt_list b on b.team_id = ${team_id} and b.project_id = ${project_id} and b.id = pair.before
      join ai_prompt_list a on a.team_id = ${team_id} and a.project_id = ${project_id} and a.id = pair.after`,
  )
  const byPair = new Map(changes.map(({ pair, added_n, removed_n }) => [pair, { added_n, removed_n }]))
  return breaks.flatMap((found) => {
    if (!found.lists) return [found]
    const change = byPair.get(found.lists.join(" "))
    return change && change.added_n + change.removed_n > 0 ? [{ ...found, ...change }] : []
  })
}

const panelChangeRow = z.object({ pair: z.string(), added_n: z.int(), removed_n: z.int() })
