/** Downloads, parses and stores the euro reference rates of the European Central Bank. They belong to no team. */
import { parse } from "csv-parse/sync"
import { z } from "zod"
import { acrossTeams, longTransaction, rowsIn, sql } from "@/prisma/client"
import { ImportError } from "./imports/import-error"

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

/** One euro is worth `rate` units of `currency`. */
export type EuroRate = { date: string; currency: string; rate: string }

/**
 * Reads eurofxref XML (daily, 90 days or the whole history) and eurofxref CSV. Throws ImportError when the text
 * contains no rates, or one that cannot be read.
 */
export function parseRates(text: string): EuroRate[] {
  const isXml = text.trimStart().startsWith("<")
  const rates = isXml ? ratesOfXml(text) : ratesOfCsv(text)
  if (rates.length === 0) throw new ImportError("There are no exchange rates of the European Central Bank in the file.")
  return rates
}

/**
 * Days and rates are a flat list of elements: <Cube time='2026-11-24'> is followed by <Cube currency='USD'
 * rate='1.15'/>.
 */
function ratesOfXml(text: string): EuroRate[] {
  const rates: EuroRate[] = []
  let date = ""
  for (const [element] of text.matchAll(/<Cube [^<>]*>/g)) {
    const attributes = new Map([...element.matchAll(xmlAttribute)].map(([, name, value]) => [name, value]))
    date = attributes.get("time") ?? date
    const [currency, rate] = [attributes.get("currency"), attributes.get("rate")]
    if (currency !== undefined && rate !== undefined) rates.push(requirePlausibleRate({ date, currency, rate }))
  }
  return rates
}

const xmlAttribute = / (time|currency|rate)=["']([^"'<>]*)["']/g

/** The header is `Date,USD,JPY,...`. A currency without a rate on a day has N/A. */
function ratesOfCsv(text: string): EuroRate[] {
  const [header = [], ...lines]: string[][] = parse(text, {
    bom: true,
    trim: true,
    relax_column_count: true,
    skip_empty_lines: true,
  })
  if (header[0] !== "Date") return []
  const rates: EuroRate[] = []
  for (const [day = "", ...cells] of lines)
    for (const [n, rate] of cells.entries()) {
      const currency = header[n + 1] ?? ""
      if (currency && rate && rate !== "N/A") rates.push(requirePlausibleRate({ date: isoDate(day), currency, rate }))
    }
  return rates
}

/** The daily file writes 24 November 2026, the history 2026-11-24. */
function isoDate(day: string) {
  const moment = new Date(`${day} UTC`)
  return /^\d{4}-/.test(day) || Number.isNaN(moment.getTime()) ? day : moment.toISOString().slice(0, 10)
}

function requirePlausibleRate(found: EuroRate): EuroRate {
  const { date, currency, rate } = found
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(date) && !Number.isNaN(Date.parse(date))
  if (isDate && /^[A-Z]{3}$/.test(currency) && /^\d{1,9}(\.\d{1,10})?$/.test(rate) && Number(rate) > 0) return found
  throw new ImportError(
    `The exchange rate ${rate} of ${currency || "no currency"} on ${date || "no day"} is not valid.`,
  )
}

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
      for (let n = 0; n < rates.length; n += batchSize)
        changed += (await rowsIn(tx, dateRow, upsert(rates.slice(n, n + batchSize)))).length
    }),
  )
  const days = rates.map((rate) => rate.date).sort()
  return { rates_read: rates.length, rates_changed: changed, from: days[0] ?? "", to: days.at(-1) ?? "" }
}

const dateRow = z.object({ date: z.date() })

const upsert = (rates: EuroRate[]) => sql`
  insert into fx_rate as f (date, base, quote, rate)
  select date::date, 'EUR', quote, rate::numeric
  from unnest(${rates.map((r) => r.date)}::text[], ${rates.map((r) => r.currency)}::text[], ${rates.map((r) => r.rate)}::text[])
    as u (date, quote, rate)
  on conflict (date, base, quote) do update set rate = excluded.rate where f.rate <> excluded.rate
  returning f.date`
