/** The prompts that the latest finished scan finds to be gaps, branded ones too. */
import { sql } from "@/prisma/client"
import { loadProjectScene } from "./chosen-scans"
import { finished, scansWhere } from "./find-scans"
import { gapsOfGroup, kindsOf } from "./gap-prompts"
import { metricsInput } from "./metrics-query"
import { pooledGroups } from "./pooled-groups"

/** Their ids, by the answers of all engines or of one; throws not found for a project that the team has not. */
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
