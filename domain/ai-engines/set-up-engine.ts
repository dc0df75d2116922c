/** Updates the team's settings for an engine: model, key, address and limits. Omitted fields stay unchanged. */
import { z } from "zod"
import { recordAudit, replacedValues } from "@/domain/audit/record"
import { Problem } from "@/domain/kernel/errors"
import { singleLineText } from "@/domain/kernel/fields"
import { defineOperation } from "@/domain/kernel/operation"
import { withoutTrailing } from "@/domain/kernel/text"
import { checkUrl } from "@/domain/security/url-safety"
import { prisma, sql } from "@/prisma/client"
import { type EngineSettingsRow, engineId, engineSettings, settingsOf } from "./engine-settings"
import { engineDefinitions, isSampleTeamEngine } from "./kinds"
import { canBeAsked, type EngineAccess, operatorUrlsOf } from "./operator-engines"
import { sealedKey } from "./team-engines"

const changes = z
  .strictObject({
    api_key: z
      .string()
      .trim()
      .min(8)
      .max(500)
      .meta({ description: "The API key. It is stored encrypted and never shown again." }),
    model: singleLineText(120),
    base_url: z.string().trim().min(1).max(2_000).nullable().meta({
      description:
        "The URL of a server with the same API as the engine. `null` for the vendor's own. If the URL changes, the stored key is deleted.",
    }),
    web_search: z.boolean(),
    concurrency: z.int().min(1).max(100).meta({ description: "The maximum number of concurrent questions." }),
    per_minute: z
      .int()
      .min(1)
      .max(60_000)
      .nullable()
      .meta({ description: "The maximum number of questions per minute. `null` for no limit." }),
    is_enabled: z.boolean(),
  })
  .partial()

export const setUpEngine = defineOperation({
  id: "aiVisibility.setUpEngine",
  summary: "Set up an AI engine for the team",
  audience: "team",
  kind: "mutation",
  role: "admin",
  input: changes.extend({ engine_id: engineId }),
  output: engineSettings,
  fails: ["url_not_allowed", "state_conflict"],
  async handle(ctx, { engine_id, api_key, ...change }) {
    const team_id = ctx.team.id
    if (isSampleTeamEngine(engine_id) && !ctx.team.is_sample)
      throw new Problem("state_conflict", "Only the sample team has this engine.")
    const keyColumns = api_key === undefined ? {} : sealedKey(team_id, engine_id, api_key)
    if (change.base_url) change.base_url = engineUrl(change.base_url)
    const updated_at = ctx.now()
    const urls = await operatorUrlsOf(team_id)
    await prisma.$transaction(async (tx) => {
      const where = { team_id_engine_id: { team_id, engine_id } }
      // Locked, so that two changes at the same time cannot combine the new address of one with the new key of the other.
      await tx.$executeRaw(
        sql`select 1 from team_engine where team_id = ${team_id} and engine_id = ${engine_id} for update`,
      )
      const old = await tx.teamEngine.findFirst({ where: { team_id, engine_id } })
      // Changing the address deletes the stored key: an admin who does not know the key must not be able to send it
      // elsewhere.
      const isNewAddress = change.base_url !== undefined && change.base_url !== (old?.base_url ?? null)
      const key = isNewAddress && api_key === undefined ? noKey : keyColumns
      const stored = await tx.teamEngine.upsert({
        where,
        create: {
          team_id,
          engine_id,
          model: engineDefinitions[engine_id].defaultModel,
          created_at: updated_at,
          updated_at,
          ...change,
          ...key,
        },
        // Ends a pause that a rate limit under the old settings caused.
        update: { ...change, ...key, next_question_at: null, updated_at },
      })
      const access = { engine_id, base_url: stored.base_url, has_key: stored.key_sealed !== null }
      if (stored.is_enabled && !canBeAsked(access, urls)) throw incomplete(access, old?.key_sealed != null)
      if (stored.is_enabled && engine_id === "compatible_api" && !stored.model)
        throw missing("model", "Enter the model that the server should use.")
      const after = { ...change, ...("key_hint" in key && { key_hint: key.key_hint }) }
      const before = old ? replacedValues(old, after) : undefined
      await recordAudit(ctx, { action: "ai_visibility.engine_set_up", subject_id: engine_id, before, after }, tx)
    })
    const [data] = await settingsOf(team_id, engine_id)
    return { data: data as EngineSettingsRow }
  },
})

const noKey = { key_sealed: null, key_hint: null }

/** Checks the address by the rules for webhook URLs and reports errors under `base_url`. */
function engineUrl(url: string) {
  try {
    return withoutTrailing(checkUrl(url), "/")
  } catch (thrown) {
    if (!(thrown instanceof Problem)) throw thrown
    const errors = thrown.errors.map((fieldError) => ({ ...fieldError, parameter: "base_url" }))
    throw new Problem(thrown.code, thrown.message, { errors })
  }
}

function incomplete({ engine_id }: EngineAccess, hadKey: boolean) {
  if (engine_id === "compatible_api") return missing("base_url", "Enter the URL of the server.")
  const detail = hadKey
    ? "Enter the API key again. A stored key is only used with the URL that it was entered for."
    : "This engine needs an API key."
  return missing("api_key", detail)
}

const missing = (parameter: string, detail: string) =>
  new Problem("parameter_invalid", detail, { errors: [{ parameter, code: "parameter_invalid", detail }] })
