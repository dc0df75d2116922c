/** Reads how your brand's visibility changed since the previous scan of a project, and over the last 90 days. */
import "server-only"
import type { Row } from "@/components/ai-visibility/format-metrics"
import type { Data } from "@/components/api/types"
import { addDays, todayInUtc } from "@/components/days"
import type { OperationCaller } from "@/server/caller"

type Project = Pick<Data<"aiVisibility", "listProjects">[number], "id" | "own_brand" | "latest">

/**
 * `row`: your brand in the latest scan, compared with the previous scan. `series`: its visibility in each scan of the
 * last 90 days, oldest first.
 */
type VisibilityHistory = { row: Row; series: number[] }

/** Returns the history of each project by its id. It is null without a scan or without your brand. */
export async function readVisibilityHistories(api: OperationCaller, projects: Project[]) {
  const read = async (project: Project) => [project.id, await readVisibilityHistory(api, project)] as const
  return new Map(await Promise.all(projects.map(read)))
}

async function readVisibilityHistory(
  api: OperationCaller,
  { id: project_id, own_brand, latest }: Project,
): Promise<VisibilityHistory | null> {
  if (!own_brand || !latest) return null
  const brand = { project_id, brand_id: [own_brand.id] }
  const [latestScan, recentScans] = await Promise.all([
    api.aiVisibility.getMetrics({
      ...brand,
      scan_id: latest.scan_id,
      compare: "previous_period",
      group_by: ["brand"],
    }),
    api.aiVisibility.getMetrics({ ...brand, ...last90Days(), group_by: ["brand", "date"] }),
  ])
  const [row] = latestScan.data.rows
  return row ? { row, series: recentScans.data.rows.flatMap(({ visibility }) => visibility.value ?? []) } : null
}

/**
 * Includes today, because the latest scan can be from today. Ends a day later, because metrics use days in the client's
 * time zone, where it can already be tomorrow.
 */
const last90Days = () => ({ from: addDays(todayInUtc(), -89), to: addDays(todayInUtc(), 1) })
