/** The engine that judges for a team now, ready to be asked. */
import { rows, sql } from "@/prisma/client"
import { type TeamEngine, teamEngines } from "../engines/team-engines"

/** Undefined: nobody judges. It is asked without web search: it is to judge the answer, not the world. */
export async function teamJudge(teamId: string): Promise<TeamEngine | undefined> {
  const [chosen] = await rows<{ engine_id: string; model: string | null }>(
    sql`select engine_id, model from ai_judge where team_id = ${teamId} and is_enabled`,
  )
  const engine = chosen && (await teamEngines(teamId, [chosen.engine_id])).get(chosen.engine_id)
  if (!engine || engine.kind === "sample") return undefined
  return { ...engine, settings: { ...engine.settings, model: chosen.model ?? engine.settings.model, webSearch: false } }
}
