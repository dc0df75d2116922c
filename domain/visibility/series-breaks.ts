/** Finds breaks in a series of scans: a changed panel, a changed engine configuration, or other engines or regions. */
import type { SeriesBreak } from "@/domain/kernel/envelope"
import type { ChosenScan } from "./find-scans"
import type { MetricsQuery } from "./metrics-query"

/** For a changed panel, `lists` holds the prompt lists before and after. `countPanelChanges` counts the added and removed prompts later. */
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
      ...(isApart("engine") ? [] : setBreak("engines", before, scan, enginesOf(query))),
      ...(isApart("region") ? [] : setBreak("regions", before, scan, regionsOf(query))),
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
    const found = earlier.findLast((one) => configured(one, id))
    const was = found && configured(found, id)
    if (!was || was.config === config) return []
    return [{ ...breakAt("engine", found, scan), engine: id, from: was.model, to: model }]
  })
}

const configured = ({ asked }: ChosenScan, engine: string) =>
  asked.engines?.find(({ id, config }) => id === engine && config !== null)

type NamesOf = (scan: ChosenScan) => string[] | undefined

const enginesOf =
  ({ engine }: MetricsQuery): NamesOf =>
  ({ asked }) =>
    asked.engines?.map(({ id }) => id).filter((id) => !engine || engine.includes(id))

const regionsOf =
  ({ region }: MetricsQuery): NamesOf =>
  ({ asked }) =>
    asked.regions?.filter((one) => !region || region.includes(one))

function setBreak(kind: "engines" | "regions", before: ChosenScan, scan: ChosenScan, namesOf: NamesOf): FoundBreak[] {
  const [was, is] = [namesOf(before), namesOf(scan)].map((names) => names && new Set(names))
  if (!was || !is) return []
  const [added_n, removed_n] = [is.difference(was).size, was.difference(is).size]
  if (added_n + removed_n === 0) return []
  const [from, to] = [[...was].join(", "), [...is].join(", ")]
  return [{ ...breakAt(kind, before, scan), from, to, added_n, removed_n }]
}
