/** Loads the engines that a team has set up, with their settings and keys. */
import { z } from "zod"
import { sealedColumns } from "@/domain/security/sealed-columns"
import { seal, unseal } from "@/domain/security/vault"
import { rows, sql } from "@/prisma/client"
import { engineConfigHash } from "./engine"
import type { EngineRequestSettings } from "./engine-client"
import { engineSettings } from "./engine-settings"
import { type EngineId, type EngineKind, engineDefinitions } from "./kinds"
import { canBeAsked, type OperatorUrls, operatorUrlsOf, usesOperatorUrl } from "./operator-engines"
import { type EnginePrice, pricesOf } from "./prices"

export type TeamEngine = {
  id: EngineId
  kind: EngineKind
  settings: EngineRequestSettings
  /** Maximum number of questions in flight. */
  concurrency: number
  /** Maximum number of questions started per minute. Null for no limit. */
  perMinute: number | null
  /** True when the operator set the address. It may then lead into a private network. */
  isTrusted: boolean
  prices: EnginePrice[]
}

/** Returns the engines in `ids` that can currently be asked. The map's keys are their ids. */
export async function teamEngines(teamId: string, ids: readonly string[]): Promise<Map<string, TeamEngine>> {
  const stored = await rows(
    storedRow,
    sql`
      select engine_id, model, base_url, web_search, encode(key_sealed, 'base64') as sealed, concurrency, per_minute from team_engine
      where team_id = ${teamId} and engine_id = any(${[...ids]}) and is_enabled`,
  )
  const [urls, prices] = await Promise.all([operatorUrlsOf(teamId), pricesOf(teamId)])
  const usable = stored.filter((engine) => canBeAsked({ ...engine, has_key: engine.sealed !== null }, urls))
  return new Map(usable.map((engine) => [engine.engine_id, engineOf(teamId, engine, { urls, prices })]))
}

const storedRow = engineSettings
  .pick({ engine_id: true, model: true, base_url: true, web_search: true, concurrency: true, per_minute: true })
  .extend({ sealed: z.string().nullable() })
type Stored = z.infer<typeof storedRow>

type OperatorUrlsAndPrices = { urls: OperatorUrls; prices: EnginePrice[] }

function engineOf(teamId: string, stored: Stored, { urls, prices }: OperatorUrlsAndPrices): TeamEngine {
  const { engine_id, model, base_url, web_search, sealed, concurrency, per_minute } = stored
  const { kind } = engineDefinitions[engine_id]
  const apiKey = sealed
    ? unseal(Buffer.from(sealed, "base64"), associatedData({ team_id: teamId, engine_id })).toString()
    : null
  const settings = { model, apiKey, baseUrl: base_url ?? urls[kind], webSearch: web_search }
  return {
    id: engine_id,
    kind,
    settings,
    concurrency,
    perMinute: per_minute,
    isTrusted: usesOperatorUrl(stored, urls),
    prices: prices.filter((price) => price.engine_id === engine_id),
  }
}

/** Columns to store for an API key: the encrypted key and its last four characters. */
export const sealedKey = (
  teamId: string,
  engineId: EngineId,
  apiKey: string,
): { key_sealed?: Uint8Array<ArrayBuffer>; key_hint?: string } => ({
  key_sealed: seal(apiKey, associatedData({ team_id: teamId, engine_id: engineId })),
  key_hint: apiKey.slice(-4),
})

const { associatedData } = sealedColumns.engineKey

/** Hash of everything that can change the answers. A different hash breaks a series. */
export const configHashOf = ({ settings }: TeamEngine, modelVersion: string | null) =>
  engineConfigHash({
    surface: "api",
    model: settings.model,
    model_version: modelVersion,
    web_search: settings.webSearch,
  })
