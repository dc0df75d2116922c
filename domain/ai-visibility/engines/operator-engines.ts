/**
 * Decides which of the operator's engines a team may use: those whose address is in AI_ENGINE_URLS, at the operator's cost.
 *
 * Both the settings of engines and the scans ask here. To a team that is not allowed it is as if AI_ENGINE_URLS were not
 * set: its own key is sent to the vendor's own address, and an engine without a key cannot be asked.
 */
import { allTeamsUseOperatorEngines } from "@/domain/installation/policies"
import { rows, sql } from "@/prisma/client"
import { engineUrls } from "./engine-urls"
import { type EngineId, type EngineKind, engineIds } from "./kinds"

export type OperatorUrls = Partial<Record<EngineKind, string>>

/** The operator's addresses for a team whose column `may_use_operator_engines` is known. */
export const operatorUrls = (mayUseOperatorEngines: boolean): OperatorUrls =>
  mayUseOperatorEngines || allTeamsUseOperatorEngines() ? engineUrls() : {}

/** The operator's addresses that this team may use now. */
export async function operatorUrlsOf(teamId: string): Promise<OperatorUrls> {
  const [team] = await rows<{ is_allowed: boolean }>(
    sql`select may_use_operator_engines as is_allowed from team where id = ${teamId}`,
  )
  return operatorUrls(team?.is_allowed ?? false)
}

/** `base_url`: an address that the team chose; null leaves it to the operator, or to the vendor. */
export type EngineAccess = { engine_id: EngineId; base_url: string | null; has_key: boolean }

export const isAtOperator = ({ engine_id, base_url }: Omit<EngineAccess, "has_key">, urls: OperatorUrls) =>
  base_url === null && engineIds[engine_id].kind in urls

/** Whether the engine has what a question needs: an address, and a key unless the address is the operator's. */
export function canBeAsked(access: EngineAccess, urls: OperatorUrls): boolean {
  if (access.engine_id === "sample" || isAtOperator(access, urls)) return true
  return access.engine_id === "compatible_api" ? access.base_url !== null : access.has_key
}

/** The engines that are asked at an address of the operator's where a team names none. */
export const operatorEngineIds = (): EngineId[] =>
  (Object.keys(engineIds) as EngineId[]).filter((id) => engineIds[id].kind in engineUrls())
