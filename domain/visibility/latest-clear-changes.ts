/** Finds the prompts whose visibility changed clearly between the latest finished scan and the scan before. */
import { chooseScans, latestFinishedScan, loadProject } from "./chosen-scans"
import { metricsInput } from "./metrics-query"
import { readChanges } from "./read-changes"
import { trackedBrands } from "./tracked-brands"

/**
 * Returns the ids of the prompts for which `/metrics` has the verdict `up` or `down` on your brand, with
 * `group_by=prompt`, `prompt_scope=all` and the latest scan. The answers are those of all engines or of one. Throws
 * "not found" when the team has no such project.
 */
export async function latestClearChanges(
  teamId: string,
  project_id: string,
  engine: string | undefined,
  now: Date,
): Promise<string[]> {
  const project = await loadProject(teamId, project_id)
  const [latest] = await latestFinishedScan(project)
  if (!latest) return []
  const query = metricsInput.parse({
    project_id,
    scan_id: latest.id,
    compare: "previous_period",
    group_by: ["prompt"],
    prompt_scope: "all",
    ...(engine !== undefined && { engine: [engine] }),
  })
  const [{ scans, previousScans }, brands] = await Promise.all([
    chooseScans(project, query, now),
    trackedBrands(project, query),
  ])
  const own = brands.find(({ kind }) => kind === "own")
  if (!previousScans || !own) return []
  const changes = await readChanges({ project, scans, query }, { project, scans: previousScans, query }, brands)
  return [...changes.values()]
    .filter(({ brand_id, verdict }) => brand_id === own.id && (verdict === "up" || verdict === "down"))
    .map(({ group_key }) => group_key)
}
