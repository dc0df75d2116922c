/**
 * Reads the operator's engines from AI_ENGINE_URLS: '{"openai":"http://gateway.internal/v1"}'. The operator pays for
 * them. Decides which of them a team may use.
 *
 * Engine settings and scans both use this. A team without permission is treated as if AI_ENGINE_URLS were not set: its
 * questions go to the vendor's address with its own key, and an engine without a key cannot be asked.
 */
import { z } from "zod"
import { allTeamsUseOperatorEngines } from "@/domain/kernel/policies"
import { parseUrlSetting } from "@/domain/kernel/url-setting"
import { rows, sql } from "@/prisma/client"
import { type EngineId, type EngineKind, engineDefinitions, isSampleEngine } from "./kinds"

export type OperatorUrls = Partial<Record<EngineKind, string>>

const engineKinds = Object.values(engineDefinitions).flatMap(({ kind }) => (kind === "sample" ? [] : [kind]))

/** All addresses of the operator, by engine kind. Throws one sentence that explains what is wrong with the variable. */
export const engineUrls = (setting = process.env.AI_ENGINE_URLS): OperatorUrls =>
  parseUrlSetting(setting, {
    variable: "AI_ENGINE_URLS",
    noun: "engine",
    names: engineKinds,
    example: '{"openai":"http://gateway.internal/v1"}',
  })

/** The operator's addresses for a team, given its column `may_use_operator_engines`. */
export const operatorUrls = (canUseOperatorEngines: boolean): OperatorUrls =>
  canUseOperatorEngines || allTeamsUseOperatorEngines() ? engineUrls() : {}

/** The operator's addresses that this team may currently use. */
export async function operatorUrlsOf(teamId: string): Promise<OperatorUrls> {
  const [team] = await rows(
    isAllowedRow,
    sql`select may_use_operator_engines as is_allowed from team where id = ${teamId}`,
  )
  return operatorUrls(team?.is_allowed ?? false)
}

/** `base_url` is the address that the team chose. Null means the operator's address or else the vendor's. */
export type EngineAccess = { engine_id: EngineId; base_url: string | null; has_key: boolean }

/** True when questions go to the operator's address, because the team set none. */
export const usesOperatorUrl = ({ engine_id, base_url }: Omit<EngineAccess, "has_key">, urls: OperatorUrls) =>
  base_url === null && engineDefinitions[engine_id].kind in urls

/**
 * True for sample engines and for engines at the operator's address. A compatible server needs an address, but no
 * key. All other engines need a key.
 */
export function canBeAsked(access: EngineAccess, urls: OperatorUrls): boolean {
  if (isSampleEngine(access.engine_id) || usesOperatorUrl(access, urls)) return true
  return access.engine_id === "compatible_api" ? access.base_url !== null : access.has_key
}

/** Engines with an operator's address, which is used when the team sets none. */
export const operatorEngineIds = (): EngineId[] =>
  (Object.keys(engineDefinitions) as EngineId[]).filter((id) => engineDefinitions[id].kind in engineUrls())

const isAllowedRow = z.object({ is_allowed: z.boolean() })
