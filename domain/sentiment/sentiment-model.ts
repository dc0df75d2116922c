/**
 * The team's sentiment model: the engine that classifies how answers speak of brands. Without one, sentiment stays
 * null. "Judge" in names of tables, columns and codes is the sentiment model, and `ai_judgement` is a classification.
 */
import { z } from "zod"
import { engineId } from "@/domain/ai-engines/engine-settings"
import { engineDefinitions, sampleEngineIds } from "@/domain/ai-engines/kinds"
import { canBeAsked, operatorUrlsOf } from "@/domain/ai-engines/operator-engines"
import { type TeamEngine, teamEngines } from "@/domain/ai-engines/team-engines"
import { limitsOfTeam, type PlannedTeam } from "@/domain/kernel/plans"
import { rows, sql } from "@/prisma/client"

/** Sample engines are excluded: they invent their answers and cannot classify sentiment. */
export const sentimentEngine = engineId.exclude([...sampleEngineIds])

export const sentimentModel = z.object({
  is_enabled: z.boolean().meta({ description: "`false` if sentiment is off. New mentions then have no sentiment." }),
  engine_id: sentimentEngine
    .nullable()
    .meta({ description: "The engine whose model classifies sentiment. `null` if none has been chosen." }),
  engine_name: z.string().nullable(),
  is_engine_set_up: z.boolean().meta({
    description:
      "`false` if no engine has been chosen, or if the engine is disabled or lacks its API key or its address. Sentiment is then not classified.",
  }),
  model: z
    .string()
    .nullable()
    .meta({ description: "The model that was chosen. `null` for the model of the engine's settings." }),
  used_model: z.string().nullable().meta({ description: "The model that classifies sentiment." }),
  monthly_budget: z.int().meta({
    description: "The maximum number of classifications per calendar month (UTC). `0` for the plan's limit.",
  }),
  judged_this_month: z.int().meta({
    description:
      "The number of classifications started in this calendar month (UTC). Failed and repeated attempts count too.",
  }),
  left_this_month: z.int(),
})
export type SentimentModel = z.infer<typeof sentimentModel>

const storedRow = sentimentModel.omit({ used_model: true, left_this_month: true, is_engine_set_up: true }).extend({
  engine_model: z.string().nullable(),
  is_engine_enabled: z.boolean(),
  base_url: z.string().nullable(),
  has_key: z.boolean(),
})

/** Returns the team's settings, or the defaults (sentiment off) when it has none. */
export async function sentimentModelOf(team: PlannedTeam & { id: string }, now: Date): Promise<SentimentModel> {
  const [stored] = await rows(
    storedRow,
    sql`
      select j.is_enabled, j.engine_id, e.name as engine_name, coalesce(t.is_enabled, false) as is_engine_enabled, t.base_url, t.key_sealed is not null as has_key, j.model, t.model as engine_model,
        j.monthly_budget, case when j.month = date_trunc('month', ${now}::timestamptz, 'UTC')::date then j.asked_n else 0 end as judged_this_month
      from ai_judge j join ai_engine e on e.id = j.engine_id left join team_engine t on t.team_id = j.team_id and t.engine_id = j.engine_id
      where j.team_id = ${team.id}`,
  )
  const { engine_model, is_engine_enabled, base_url, has_key, ...found } = stored ?? notConfigured
  const is_engine_set_up =
    found.engine_id !== null &&
    is_engine_enabled &&
    canBeAsked({ engine_id: found.engine_id, base_url, has_key }, await operatorUrlsOf(team.id))
  const used_model = found.engine_id && (found.model || engine_model || engineDefinitions[found.engine_id].defaultModel)
  const left_this_month = Math.max(0, budgetOf(team, found.monthly_budget) - found.judged_this_month)
  return { ...found, is_engine_set_up, used_model, left_this_month }
}

/**
 * Returns the engine that classifies sentiment. Undefined when sentiment is off, or when the engine cannot be asked.
 * Web search is off, because the model must classify the answer alone.
 */
export async function teamSentimentModel(teamId: string): Promise<TeamEngine | undefined> {
  const [selected] = await rows(
    selectedModelRow,
    sql`select engine_id, model from ai_judge where team_id = ${teamId} and is_enabled`,
  )
  const engine = selected && (await teamEngines(teamId, [selected.engine_id])).get(selected.engine_id)
  if (!engine || engine.kind === "sample") return undefined
  return {
    ...engine,
    settings: { ...engine.settings, model: selected.model ?? engine.settings.model, webSearch: false },
  }
}

const selectedModelRow = z.object({ engine_id: z.string(), model: z.string().nullable() })

/** The monthly budget in answers: what the team set (0 for the plan's limit), but never more than its plan allows. */
export function budgetOf(team: PlannedTeam, monthlyBudget: number) {
  const maxAnswers = limitsOfTeam(team).aiAnswersPerMonth
  return monthlyBudget === 0 ? maxAnswers : Math.min(monthlyBudget, maxAnswers)
}

const notConfigured: z.infer<typeof storedRow> = {
  is_enabled: false,
  engine_id: null,
  engine_name: null,
  is_engine_enabled: false,
  base_url: null,
  has_key: false,
  model: null,
  engine_model: null,
  monthly_budget: 0,
  judged_this_month: 0,
}
