/** Finds the gap prompts of the latest finished scan, branded prompts included. */
import { sql } from "@/prisma/client"
import { loadProjectScene } from "./chosen-scans"
import { finished, scansWhere } from "./find-scans"
import { gapsOfGroup, kindsOf } from "./gap-prompts"
import { metricsInput } from "./metrics-query"
import { pooledGroups } from "./pooled-groups"

/** Returns prompt ids, from the answers of all engines or of one. Throws "not found" when the team has no such project. */
export async function latestGaps(teamId: string, project_id: string, engine?: string): Promise<string[]> {
  const scene = await loadProjectScene(teamId, project_id)
  const query = metricsInput.parse({
    project_id,
    prompt_scope: "all",
    ...(engine !== undefined && { engine: [engine] }),
  })
  const scans = await scansWhere(scene, scene.timezone, finished, sql`limit 1`)
  const [{ sets, numbering }, kinds] = await Promise.all([pooledGroups(scene, [scans], query), kindsOf(scene)])
  return sets.flat().flatMap((group) => {
    const { gaps } = gapsOfGroup(group, kinds, numbering)
    return numbering.promptIds.filter((_, prompt) => gaps[prompt] === 1)
  })
}
