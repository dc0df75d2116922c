/** Stores exchange rates. They belong to no team. */
import { z } from "zod"
import { acrossTeams, longTransaction, rowsIn, sql } from "@/prisma/client"
import type { EuroRate } from "./parse-rates"

export type RatesStored = { rates_read: number; rates_changed: number; from: string; to: string }

/** Adds new rates and corrects changed ones. Stored rates of other days stay. Stores all rates or none. */
export async function storeRates(rates: EuroRate[]): Promise<RatesStored> {
  let changed = 0
  // Exchange rates have no team.
  await acrossTeams(() =>
    longTransaction(maxTransactionMs, async (tx) => {
      for (let n = 0; n < rates.length; n += batchSize)
        changed += (await rowsIn(tx, dateRow, upsert(rates.slice(n, n + batchSize)))).length
    }),
  )
  const days = rates.map((rate) => rate.date).sort()
  return { rates_read: rates.length, rates_changed: changed, from: days[0] ?? "", to: days.at(-1) ?? "" }
}

/** The whole history has about 230,000 rates. */
const batchSize = 10_000
const maxTransactionMs = 120_000

const dateRow = z.object({ date: z.date() })

const upsert = (rates: EuroRate[]) => sql`
  insert into fx_rate as f (date, base, quote, rate)
  select date::date, 'EUR', quote, rate::numeric
  from unnest(${rates.map((r) => r.date)}::text[], ${rates.map((r) => r.currency)}::text[], ${rates.map((r) => r.rate)}::text[])
    as u (date, quote, rate)
  on conflict (date, base, quote) do update set rate = excluded.rate where f.rate <> excluded.rate
  returning f.date`
