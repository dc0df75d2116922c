/** Loads the engine that a team uses as its sentiment model. */
import { rows, sql } from "@/prisma/client"
import { type TeamEngine, teamEngines } from "../engines/team-engines"

/** Returns undefined when sentiment is off. Web search is off, because the model classifies the answer and nothing else. */
export async function teamSentimentModel(teamId: string): Promise<TeamEngine | undefined> {
  const [chosen] = await rows<{ engine_id: string; model: string | null }>(
    sql`select engine_id, model from ai_judge where team_id = ${teamId} and is_enabled`,
  )
  const engine = chosen && (await teamEngines(teamId, [chosen.engine_id])).get(chosen.engine_id)
  if (!engine || engine.kind === "sample") return undefined
  return { ...engine, settings: { ...engine.settings, model: chosen.model ?? engine.settings.model, webSearch: false } }
}
