/**
 * What a team pays its engines: prices per token, request and web search, each valid from a day on. Signalbox contains
 * no vendor's prices.
 */
import { z } from "zod"
import { calendarDate, withoutUnstorableCharacters } from "@/domain/kernel/fields"
import { rows, sql } from "@/prisma/client"
import type { Usage } from "./engine-client"
import { engineId } from "./engine-settings"
import { type EngineKind, reportsCost, searchesWeb } from "./kinds"
import { priceOn } from "./price-on"

const dollars = (description: string) => z.number().min(0).max(100_000).meta({ description })

export const enginePrice = z.object({
  engine_id: engineId,
  model: z.string().meta({ description: "The model. Empty for all models without a price of their own." }),
  valid_from: calendarDate().meta({ description: "The first day (UTC) on which the price applies." }),
  usd_per_million_in: dollars("US dollars per million tokens of the question and of what the engine read."),
  usd_per_million_out: dollars("US dollars per million tokens of the answer."),
  usd_per_request: dollars("US dollars per request."),
  usd_per_search: dollars(
    "US dollars per web search. `0` if searches cost nothing extra. `null` if the fee is not known: answers with web searches then have no known cost.",
  ).nullable(),
})
export type EnginePrice = z.infer<typeof enginePrice>

/** What identifies a price of a team, as input of an operation. */
export const enginePriceKey = z.strictObject({
  engine_id: enginePrice.shape.engine_id,
  model: enginePrice.shape.model.trim().max(120).transform(withoutUnstorableCharacters),
  valid_from: enginePrice.shape.valid_from,
})

/** The columns of `enginePrice`, as text and numbers. Without the casts, transactions return objects. */
export const priceColumns = sql`engine_id, model, valid_from::text, usd_per_million_in::float8, usd_per_million_out::float8,
  usd_per_request::float8, usd_per_search::float8`

/** SQL condition of one price. */
export const isPrice = (teamId: string, { engine_id, model, valid_from }: z.infer<typeof enginePriceKey>) =>
  sql`team_id = ${teamId} and engine_id = ${engine_id} and model = ${model} and valid_from = ${valid_from}::date`

/** Returns all prices of the team by engine and model, the latest first. */
export const pricesOf = (teamId: string): Promise<EnginePrice[]> =>
  rows(
    enginePrice,
    sql`
      select ${priceColumns} from engine_price where team_id = ${teamId} order by engine_id, model, valid_from desc`,
  )

/** True if the costs of an engine's answers are not known, because it searches the web and the fee is not known. */
export const lacksPricePerSearch = (
  price: EnginePrice | undefined,
  kind: EngineKind,
  settings: { webSearch: boolean },
): boolean => price?.usd_per_search === null && searchesWeb(kind, settings) && !reportsCost(kind)

/**
 * The cost of an answer and its `requests` in US dollars: as the engine reports it, or else from the price that applies
 * on `day`. Null if neither is known, if there is a price per token or search and their number is not known, or if the
 * engine searched and the price per search is not known.
 */
export function costOfAnswer(
  { costUsd, tokensIn, tokensOut, searches, requests = 1 }: Usage & { requests?: number },
  prices: readonly EnginePrice[],
  asked: { model: string; day: string },
): number | null {
  if (costUsd !== null) return costUsd
  const price = priceOn(prices, asked)
  if (!price) return null
  const inputUsd = costOf(price.usd_per_million_in, tokensIn)
  const outputUsd = costOf(price.usd_per_million_out, tokensOut)
  const searchUsd = costOf(price.usd_per_search, searches)
  if (inputUsd === null || outputUsd === null || searchUsd === null) return null
  return price.usd_per_request * requests + (inputUsd + outputUsd) / 1_000_000 + searchUsd
}

/** Null if the price or the number of units is not known, unless the other one is 0. */
function costOf(usdPerUnit: number | null, units: number | null): number | null {
  if (usdPerUnit === 0 || units === 0) return 0
  return usdPerUnit === null || units === null ? null : usdPerUnit * units
}
