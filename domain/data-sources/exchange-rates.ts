/** Downloads and stores the euro reference rates of the European Central Bank. They belong to no team. */
import { z } from "zod"
import { acrossTeams, longTransaction, rowsIn, sql } from "@/prisma/client"
import { ImportError } from "./imports/import-error"
import type { EuroRate } from "./parse-rates"

const downloadTimeoutMs = 60_000

/** The URL of the rates. Undefined when the operator has set none, so Signalbox downloads no rates. */
export const ratesUrl = (): string | undefined => process.env["EXCHANGE_RATES_URL"] || undefined

/** Returns the text of the file. Throws ImportError when the server does not send it. */
export async function downloadRates(url: string | undefined): Promise<string> {
  if (url === undefined)
    throw new ImportError("Pass a file of exchange rates, or set EXCHANGE_RATES_URL to download them.")
  const refuse = (error: Error) => {
    throw new ImportError(`The exchange rates cannot be downloaded from ${url}: ${reasonOf(error)}.`)
  }
  const response = await fetch(url, { signal: AbortSignal.timeout(downloadTimeoutMs) }).catch(refuse)
  if (!response.ok) {
    await response.body?.cancel()
    throw new ImportError(`The exchange rates cannot be downloaded: ${url} responded with ${response.status}.`)
  }
  return response.text().catch(refuse)
}

const reasonOf = ({ cause, message }: Error) => (cause instanceof Error ? cause.message : message)

export type RatesStored = { rates_read: number; rates_changed: number; from: string; to: string }

/** The whole history has about 230,000 rates. */
const batchSize = 10_000
const maxTransactionMs = 120_000

/** Adds new rates and corrects changed ones. Stored rates of other days stay. Stores all rates or none. */
export async function storeRates(rates: EuroRate[]): Promise<RatesStored> {
  let changed = 0
  // Across teams: exchange rates have no team.
  await acrossTeams(() =>
    longTransaction(maxTransactionMs, async (tx) => {
      for (let start = 0; start < rates.length; start += batchSize)
        changed += (await rowsIn(tx, dateRow, upsert(rates.slice(start, start + batchSize)))).length
    }),
  )
  const days = rates.map((rate) => rate.date).sort()
  return { rates_read: rates.length, rates_changed: changed, from: days[0] ?? "", to: days.at(-1) ?? "" }
}

const dateRow = z.object({ date: z.date() })

const upsert = (rates: EuroRate[]) => sql`
  insert into fx_rate as f (date, base, quote, rate)
  select date::date, 'EUR', quote, rate::numeric
  from unnest(${rates.map(({ date }) => date)}::text[], ${rates.map(({ currency }) => currency)}::text[], ${rates.map(({ rate }) => rate)}::text[])
    as u (date, quote, rate)
  on conflict (date, base, quote) do update set rate = excluded.rate where f.rate <> excluded.rate
  returning f.date`
