/** Reads how your brand's visibility changed since the previous scan of a project, and over the last 90 days. */
import "server-only"
import type { History } from "@/components/ai-visibility/project-table"
import type { Data } from "@/components/api/types"
import { addDays, todayInUtc } from "@/components/days"
import { allPages } from "@/server/all-pages"
import type { OperationCaller } from "@/server/caller"
import { finishedScans } from "./ai-visibility/[project]/read-scans"

type Project = Pick<Data<"aiVisibility", "listProjects">[number], "id" | "own_brand" | "latest">

/** Returns the history of each project by its id. A history is null if the project has no scan or no brand of yours. */
export async function readVisibilityHistories(api: OperationCaller, projects: Project[]) {
  const read = async (project: Project) => [project.id, await readVisibilityHistory(api, project)] as const
  return new Map(await Promise.all(projects.map(read)))
}

async function readVisibilityHistory(
  api: OperationCaller,
  { id: project_id, own_brand, latest }: Project,
): Promise<History | null> {
  if (!own_brand || !latest) return null
  const brand = { project_id, brand_id: [own_brand.id] }
  const latestScan = { ...brand, scan_id: latest.scan_id, group_by: ["brand" as const] }
  const [{ data: metrics, meta }, { data: recentMetrics }, scans] = await Promise.all([
    api.aiVisibility.getMetrics({ ...latestScan, compare: "previous_period" }),
    api.aiVisibility.getMetrics({ ...brand, ...last90Days(), group_by: ["brand", "date"] }),
    listScansOf90Days(api, project_id),
  ])
  const [ownRow] = metrics.rows
  if (!ownRow) return null
  // Without an earlier scan, the change has no values. Components recognize a first scan by `change: null`.
  const row = meta.comparison ? ownRow : { ...ownRow, change: null }
  const firstScan = findFirstScan(scans)
  const series = recentMetrics.rows.flatMap(({ visibility }) => visibility.value ?? [])
  if (!firstScan) return { row, series, longTerm: null }
  const { data: sinceFirst } = await api.aiVisibility.getMetrics({ ...latestScan, compare_scan_id: firstScan.id })
  const change = sinceFirst.rows[0]?.change
  return { row, series, longTerm: change ? { row: { brand: row.brand, change }, since: firstScan.finished_at } : null }
}

function listScansOf90Days(api: OperationCaller, project_id: string) {
  const filters = { project_id, ...finishedScans, created_after: last90Days().from }
  return allPages((cursor) => api.scans.list({ ...filters, cursor }))
}

/**
 * Returns the scan that finished first. Undefined if that is the latest or the previous scan, because the page already
 * compares these two.
 */
function findFirstScan(scans: Data<"scans", "list">) {
  const finished = scans.flatMap(({ id, finished_at }) => (finished_at ? [{ id, finished_at }] : []))
  if (finished.length < 3) return undefined
  return finished.sort((a, b) => (a.finished_at < b.finished_at ? -1 : 1))[0]
}

/**
 * The 90 days that end today. The period includes tomorrow too, because metrics use days in the client's time zone,
 * where the next day can have started.
 */
const last90Days = () => ({ from: addDays(todayInUtc(), -89), to: addDays(todayInUtc(), 1) })
