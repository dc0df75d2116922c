/** A team's settings for an engine that scans can ask. The API key is never returned, only its last four characters. */
import { z } from "zod"
import { rows, sql } from "@/prisma/client"
import { type EngineId, engineDefinitions, isSampleEngine, sampleTeamEngineIds } from "./kinds"
import { canBeAsked, operatorUrlsOf } from "./operator-engines"

const ids = Object.keys(engineDefinitions) as [EngineId, ...EngineId[]]
export const engineId = z.enum(ids)

export const engineSettings = z.object({
  engine_id: engineId,
  name: z.string(),
  is_sample: z.boolean().meta({ description: "`true` for a sample engine, which invents its answers." }),
  is_enabled: z
    .boolean()
    .meta({ description: "`true` if the engine is set up and turned on, so that scans can ask it." }),
  model: z.string(),
  base_url: z.string().nullable().meta({ description: "The URL of the API. `null` for the vendor's own." }),
  has_operator_url: z.boolean().meta({
    description:
      "`true` if this team can use the operator's API URL for this engine while `base_url` is `null`. The operator then pays for the answers.",
  }),
  web_search: z.boolean(),
  concurrency: z.int().meta({ description: "The maximum number of concurrent questions." }),
  per_minute: z
    .int()
    .nullable()
    .meta({ description: "The maximum number of questions per minute. `null` for no limit." }),
  key_hint: z
    .string()
    .nullable()
    .meta({ description: "The last four characters of the API key. `null` if no key is stored." }),
})
export type EngineSettingsRow = z.infer<typeof engineSettings>

const storedRow = engineSettings.omit({ is_sample: true, has_operator_url: true })

/**
 * Returns the settings of every engine that can be asked, set up or not. With `engine`, only of that one. Engines of
 * the sample team are left out for teams that have not set them up.
 */
export async function settingsOf(teamId: string, engine?: EngineId): Promise<EngineSettingsRow[]> {
  const stored = await rows(
    storedRow,
    sql`
      select e.id as engine_id, e.name, coalesce(t.is_enabled, false) as is_enabled, coalesce(t.model, '') as model, t.base_url,
        coalesce(t.web_search, true) as web_search, coalesce(t.concurrency, 4)::int as concurrency, t.per_minute, t.key_hint
      from ai_engine e left join team_engine t on t.engine_id = e.id and t.team_id = ${teamId}
      where e.id = any(${engine ? [engine] : ids}) and (t.engine_id is not null or e.id <> all(${[...sampleTeamEngineIds]}))
      order by array_position(${ids}, e.id)`,
  )
  const operators = await operatorUrlsOf(teamId)
  return stored.map((row) => ({
    ...row,
    // An engine that relied on the operator's address is disabled when the team may no longer use it.
    is_enabled: row.is_enabled && canBeAsked({ ...row, has_key: row.key_hint !== null }, operators),
    has_operator_url: engineDefinitions[row.engine_id].kind in operators,
    is_sample: isSampleEngine(row.engine_id),
    model: row.model || engineDefinitions[row.engine_id].defaultModel,
  }))
}
