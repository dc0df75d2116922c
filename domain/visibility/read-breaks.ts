/** Reads the breaks of a project's scans without counting answers. */
import type { SeriesBreak } from "@/domain/kernel/warnings"
import { chooseScans, loadProject } from "./chosen-scans"
import { metricsInput } from "./metrics-query"
import { countPanelChanges, findBreaks } from "./series-breaks"
import { maxBreaks } from "./series-warnings"

/** The latest 50 breaks of the series of all prompts, earliest first. */
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
