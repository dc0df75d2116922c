/**
 * Warns about breaks in the series, rows that mix answers of several surfaces, and cells without a valid answer. The
 * surface of an engine is where its answers come from: an API, captured screens or imported files.
 */
import { z } from "zod"
import { missingCell, type SeriesBreak, type Warning } from "@/domain/kernel/warnings"
import { rows, sql } from "@/prisma/client"
import { type Chosen, type ChosenScan, chooseScans, loadProject, type VisibilityProject } from "./chosen-scans"
import { type MetricsQuery, metricsInput } from "./metrics-query"
import { engineRegionConditions, promptConditions } from "./query-sql"
import { countPanelChanges, type FoundBreak, findBreaks } from "./series-breaks"

/** Looks for breaks from the first scan of the comparison period to the last scan of the period. */
export async function seriesWarnings(
  project: VisibilityProject,
  { scans, previousScans }: Chosen,
  query: MetricsQuery,
): Promise<Warning[]> {
  const allScans = [...new Map([...(previousScans ?? []), ...scans].map((scan) => [scan.id, scan])).values()]
  const [breaks, engines, missing] = await Promise.all([
    countPanelChanges(project, findBreaks(allScans, query), query),
    enginesOf(allScans, query),
    missingCells(project, scans, query),
  ])
  const names = new Map(engines.map(({ id, name }) => [id, name]))
  const surfaces = [...new Set(engines.map((engine) => engine.surface))].sort()
  const mixesSurfaces = surfaces.length > 1 && !query.group_by.includes("engine")
  return [
    ...(breaks.length > maxBreaks ? [omittedWarning(breaks.length - maxBreaks)] : []),
    ...breaks.slice(-maxBreaks).map((seriesBreak) => breakWarning(seriesBreak, names)),
    ...(mixesSurfaces ? [surfacesWarning(surfaces)] : []),
    ...(missing.cells_n > 0 ? [missingWarning(missing, names)] : []),
  ]
}

/** Limits the response size: an engine that reports a new model every day causes a break per day. */
const maxBreaks = 50

/** Returns the latest 50 breaks of the series of all prompts, earliest first, without counting answers. */
export async function readBreaks(
  teamId: string,
  projectId: string,
  { from, to, timezone, now }: { from: string; to: string; timezone: string; now: Date },
): Promise<SeriesBreak[]> {
  const query = metricsInput.parse({
    project_id: projectId,
    from,
    to,
    timezone,
    prompt_scope: "all",
    group_by: [],
  })
  const project = await loadProject(teamId, projectId)
  const { scans } = await chooseScans(project, query, now)
  const breaks = await countPanelChanges(project, findBreaks(scans, query), query)
  return breaks.slice(-maxBreaks)
}

const omittedWarning = (omitted_n: number) =>
  warning(
    "breaks_left_out",
    `${omitted_n} earlier changes of the series are not listed. Request a shorter period to see them.`,
  )

const warning = (code: string, message: string): Warning => ({ code, message, path: "data" })

function breakWarning({ lists, ...found }: FoundBreak, names: ReadonlyMap<string, string>): Warning {
  const message = `${reasonOf(found, names)} on ${found.date}. Metrics before and after this date are not comparable.`
  return { ...warning(`${found.kind}_changed`, message), break: found }
}

function reasonOf(found: Omit<FoundBreak, "lists">, names: ReadonlyMap<string, string>): string {
  const { kind, from, to, added_n, removed_n } = found
  const counts = [added_n > 0 && `+${added_n}`, removed_n > 0 && `-${removed_n}`].filter(Boolean).join(", ")
  if (kind === "panel") return `The prompt set changed${from === to ? "" : ` (${from} -> ${to})`}: ${counts} prompts,`
  if (kind === "engine") {
    const models = from && to && from !== to ? ` (${from} -> ${to})` : ""
    return `The configuration of ${names.get(found.engine ?? "") ?? found.engine} changed${models}`
  }
  return `The ${kind} changed (${from || "none"} -> ${to || "none"})`
}

const surfacesWarning = (surfaces: string[]) =>
  warning(
    "surfaces_mixed",
    `These answers come from several surfaces (${surfaces.join(", ")}), whose answers differ. Filter by engine.`,
  )

function missingWarning({ cells_n, engines, cells }: Missing, names: ReadonlyMap<string, string>): Warning {
  const byEngine = engines.map(({ id, n }) => `${n} of ${names.get(id) ?? id}`).join(", ")
  const message = `${cells_n} cells (prompt × engine × region of a scan) have no valid answer and are not counted in any metric: ${byEngine}.`
  return { ...warning("cells_missing", message), cells }
}

async function enginesOf(scans: readonly ChosenScan[], { engine }: MetricsQuery) {
  const ids = [...new Set(scans.flatMap(({ asked }) => asked.engines?.map(({ id }) => id) ?? []))]
  const asked = ids.filter((id) => !engine || engine.includes(id))
  if (asked.length === 0) return []
  return rows(engineRow, sql`select id, name, surface from ai_engine where id = any(${asked})`)
}

const missingRow = z.object({
  cells_n: z.int(),
  engines: z.array(z.object({ id: z.string(), n: z.int() })),
  cells: z.array(missingCell),
})
type Missing = z.infer<typeof missingRow>

/** Cells that the warning lists. `cells_n` counts all of them. */
const maxListedCells = 50

/** Finds cells without a valid answer through the failed and skipped tasks of scans that have any. */
async function missingCells(
  { team_id }: VisibilityProject,
  scans: readonly ChosenScan[],
  query: MetricsQuery,
): Promise<Missing> {
  const scanIds = scans.filter((scan) => scan.tasks_missed > 0 && scan.asked.missing_n !== 0).map(({ id }) => id)
  if (scanIds.length === 0) return { cells_n: 0, engines: [], cells: [] }
  const [missing] = await rows(
    missingRow,
    sql`
      with missing as materialized (
        select c.scan_id, c.prompt_id, c.engine_id, c.region
        from (select distinct scan_id, prompt_id, engine_id, region from scan_task
          where team_id = ${team_id} and scan_id = any(${scanIds}) and status in ('failed', 'skipped')) c
        join ai_prompt p on p.id = c.prompt_id and p.team_id = ${team_id}
        where not exists (select 1 from visibility_cell answered where answered.team_id = ${team_id} and answered.scan_id = c.scan_id
          and answered.prompt_id = c.prompt_id and answered.engine_id = c.engine_id and answered.region = c.region)${engineRegionConditions(query)}${promptConditions(query)})
      select (select count(*)::int from missing) as cells_n,
        (select coalesce(json_agg(engine order by n desc, id), '[]') from (
          select engine_id as id, count(*)::int as n from missing group by engine_id) engine) as engines,
        (select coalesce(json_agg(json_build_object('scan_id', scan_id, 'prompt_id', prompt_id, 'engine', engine_id, 'region', region)), '[]')
          from (select * from missing order by scan_id desc, engine_id, prompt_id, region limit ${maxListedCells}) listed) as cells`,
  )
  return missing as Missing
}

const engineRow = z.object({ id: z.string(), name: z.string(), surface: z.string() })
