/**
 * What a team pays its engines: prices per token and request, each valid from a day on. Signalbox contains no vendor's
 * prices.
 */
import { z } from "zod"
import { calendarDate, withoutUnstorableCharacters } from "@/domain/kernel/fields"
import { rows, sql } from "@/prisma/client"
import type { Usage } from "./engine-client"
import { engineId } from "./engine-settings"

const dollars = (description: string) => z.number().min(0).max(100_000).meta({ description })

export const enginePrice = z
  .object({
    engine_id: engineId,
    model: z.string().meta({ description: "The model. Empty for all models without a price of their own." }),
    valid_from: calendarDate().meta({ description: "The first day (UTC) on which the price applies." }),
    usd_per_million_in: dollars("US dollars per million tokens of the question and of what the engine read."),
    usd_per_million_out: dollars("US dollars per million tokens of the answer."),
    usd_per_request: dollars("US dollars per request, for example for a web search."),
  })
  .meta({ id: "AiEnginePrice" })
export type EnginePrice = z.infer<typeof enginePrice>

/** What identifies a price of a team, as input of an operation. */
export const enginePriceKey = z.strictObject({
  engine_id: enginePrice.shape.engine_id,
  model: enginePrice.shape.model.trim().max(120).transform(withoutUnstorableCharacters),
  valid_from: enginePrice.shape.valid_from,
})

export const examplePrice: EnginePrice = {
  engine_id: "openai_api",
  model: "",
  valid_from: "2026-11-01",
  usd_per_million_in: 1.25,
  usd_per_million_out: 10,
  usd_per_request: 0.01,
}

/** The columns of `enginePrice`, as text and numbers. Without the casts, transactions return objects. */
export const priceColumns = sql`engine_id, model, valid_from::text, usd_per_million_in::float8, usd_per_million_out::float8,
  usd_per_request::float8`

/** Returns all prices of the team by engine and model, the latest first. */
export const pricesOf = (teamId: string): Promise<EnginePrice[]> =>
  rows(
    enginePrice,
    sql`
      select ${priceColumns} from engine_price where team_id = ${teamId} order by engine_id, model, valid_from desc`,
  )

/**
 * The cost of an answer and its `requests` in US dollars: as the engine reports it, or else from the price that applies
 * on `day`. Null if neither is known, or if there is a price per token and the number of tokens is not known.
 */
export function costOfAnswer(
  { costUsd, tokensIn, tokensOut, requests = 1 }: Usage & { requests?: number },
  prices: readonly EnginePrice[],
  { model, day }: { model: string; day: string },
): number | null {
  if (costUsd !== null) return costUsd
  const valid = prices
    .filter(({ valid_from }) => valid_from <= day)
    .sort((a, b) => (a.valid_from < b.valid_from ? 1 : -1))
  const price =
    valid.find((candidate) => candidate.model === model) ?? valid.find((candidate) => candidate.model === "")
  if (!price) return null
  const inputUsd = costOfTokens(price.usd_per_million_in, tokensIn)
  const outputUsd = costOfTokens(price.usd_per_million_out, tokensOut)
  if (inputUsd === null || outputUsd === null) return null
  return price.usd_per_request * requests + inputUsd + outputUsd
}

/** Null if tokens have a price and their number is not known. */
function costOfTokens(usdPerMillion: number, tokens: number | null): number | null {
  if (usdPerMillion === 0) return 0
  return tokens === null ? null : (usdPerMillion * tokens) / 1_000_000
}
