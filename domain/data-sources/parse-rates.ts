/** Parses files of the euro reference rates of the European Central Bank. */
import { parse } from "csv-parse/sync"
import { ImportError } from "./imports/import-error"

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
    const currency = attributes.get("currency")
    const rate = attributes.get("rate")
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
    for (const [index, rate] of cells.entries()) {
      const currency = header[index + 1] ?? ""
      if (currency && rate && rate !== "N/A") rates.push(requirePlausibleRate({ date: isoDate(day), currency, rate }))
    }
  return rates
}

/** The daily file writes 24 November 2026, the history 2026-11-24. Returns other text unchanged. */
function isoDate(day: string) {
  if (/^\d{4}-/.test(day)) return day
  const moment = new Date(`${day} UTC`)
  return Number.isNaN(moment.getTime()) ? day : moment.toISOString().slice(0, 10)
}

function requirePlausibleRate(euroRate: EuroRate): EuroRate {
  const { date, currency, rate } = euroRate
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(date) && !Number.isNaN(Date.parse(date))
  const isCode = /^[A-Z]{3}$/.test(currency)
  const isPositive = /^\d{1,9}(\.\d{1,10})?$/.test(rate) && Number(rate) > 0
  if (isDate && isCode && isPositive) return euroRate
  throw new ImportError(
    `The exchange rate ${rate} of ${currency || "no currency"} on ${date || "no day"} is not valid.`,
  )
}
