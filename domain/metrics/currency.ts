/**
 * Chooses the currency of a response. Amounts in two currencies are never added up without the exchange rate of the
 * day.
 */
import { z } from "zod"
import type { ExchangeRate } from "@/domain/kernel/period-meta"
import type { Warning } from "@/domain/kernel/warnings"
import { rows, sql } from "@/prisma/client"
import { isMoney } from "./catalogue"
import { rateOfDay } from "./exchange-rate"
import type { ResolvedPeriod } from "./period"
import type { Part, Plan } from "./plan"
import { plannedFactsCondition } from "./planned-facts-condition"
import type { QueryContext } from "./query-context"

/** Sources whose amounts can be added up. */
export type CurrencyGroup = {
  sourceIds: string[]
  /** True if the amounts are in the currency of the response or can be converted to it. */
  isConvertible: boolean
}

export type ResponseCurrency = {
  code: string
  /** True if amounts in other currencies are multiplied by the rate of the day. */
  isConverted: boolean
  /** The rates of the facts that can be converted, by day. */
  rates: ExchangeRate[]
  /**
   * Empty if all amounts are in `code` or can be converted to it. Otherwise, first the group of all convertible
   * amounts, and then one group for each other currency. Amounts are added up only within a group.
   */
  groups: CurrencyGroup[]
  warnings: Warning[]
}

/**
 * Returns the currency of the response, or null when the query reads no amounts of money. Amounts are converted to the
 * requested currency, or else to the client's. If no amount can be converted and the caller requested no currency, the
 * response is in the currency of the data.
 */
export async function chooseCurrency(
  context: QueryContext,
  plan: Plan,
  period: ResolvedPeriod,
  requested: string | undefined,
): Promise<ResponseCurrency | null> {
  if (!plan.storedMetrics.some(isMoney)) return null
  const code = requested ?? context.currency
  const money: ResponseCurrency = { code, isConverted: false, rates: [], groups: [], warnings: [] }
  if (currenciesOf(plan.parts).every((currency) => currency === code)) return money
  const { rates, missing, isAnyConvertible } = await findRates(context, plan.parts, period, code)
  if (missing.length === 0) return { ...money, isConverted: true, rates }
  const warnings = [rateMissingWarning(code, missing)]
  if (isAnyConvertible || requested !== undefined)
    return { ...money, isConverted: rates.length > 0, rates, groups: groupByCurrency(plan.parts, missing), warnings }
  const [dataCurrency = code, ...otherCurrencies] = missing
  if (otherCurrencies.length === 0)
    return { ...money, code: dataCurrency, warnings: [notConvertedWarning(code, dataCurrency)] }
  return { ...money, code: dataCurrency, groups: groupByCurrency(plan.parts, otherCurrencies), warnings }
}

/** The currencies of the amounts. The currency of the most parts comes first. */
function currenciesOf(parts: Part[]): string[] {
  const currencies = parts
    .filter((part) => isMoney(part.storedMetric))
    .map((part) => part.source.account_currency)
    .filter((currency) => currency !== null)
  return [...Map.groupBy(currencies, (currency) => currency)]
    .map(([currency, occurrences]) => ({ currency, partCount: occurrences.length }))
    .sort((a, b) => b.partCount - a.partCount || (a.currency < b.currency ? -1 : 1))
    .map(({ currency }) => currency)
}

/** Groups the sources: first all without a currency in `missing`, then those of each currency in `missing`. */
function groupByCurrency(parts: Part[], missing: string[]): CurrencyGroup[] {
  const sources = [...new Map(parts.map(({ source }) => [source.id, source.account_currency]))]
  const idsOf = (isMember: (currency: string | null) => boolean) =>
    sources.filter(([, currency]) => isMember(currency)).map(([id]) => id)
  return [
    { sourceIds: idsOf((currency) => currency === null || !missing.includes(currency)), isConvertible: true },
    ...missing.map((code) => ({ sourceIds: idsOf((currency) => currency === code), isConvertible: false })),
  ]
}

/**
 * Finds the exchange rates of the facts that the query reads. A missing rate matters only on days with facts.
 * `missing`: the currencies without a rate on some day. `isAnyConvertible`: true if there are facts in a currency that
 * is not in `missing`.
 */
async function findRates(context: QueryContext, parts: Part[], period: ResolvedPeriod, code: string) {
  const moneyParts = parts.filter(({ storedMetric }) => isMoney(storedMetric))
  const comparison = period.comparison ?? period
  const coveringSpan = {
    from: comparison.from < period.from ? comparison.from : period.from,
    to: comparison.to > period.to ? comparison.to : period.to,
  }
  const found = await rows(
    currencyRow,
    sql`
      select f.currency, f.currency <> ${code} and bool_or(r.date is null) as is_missing,
        coalesce(jsonb_agg(distinct jsonb_build_object('date', r.date, 'rate', r.rate)) filter (where r.date is not null), '[]') as rates
      from metric_fact f left join lateral ${rateOfDay(code)} r on f.currency <> ${code}
      where ${plannedFactsCondition(context, moneyParts, coveringSpan)} and f.currency is not null
        and (f.date between ${period.from}::date and ${period.to}::date
          or f.date between ${comparison.from}::date and ${comparison.to}::date)
      group by f.currency order by f.currency`,
  )
  const isMissing = new Map(found.map((row) => [row.currency, row.is_missing]))
  const convertible = found.filter((row) => !row.is_missing)
  return {
    missing: currenciesOf(parts).filter((currency) => isMissing.get(currency)),
    isAnyConvertible: convertible.length > 0,
    rates: convertible.flatMap(({ currency, rates }) => rates.map((rate) => ({ currency, ...rate }))).sort(byDay),
  }
}

const byDay = (a: ExchangeRate, b: ExchangeRate) => (a.date + a.currency < b.date + b.currency ? -1 : 1)

const notConvertedWarning = (requested: string, code: string): Warning => ({
  code: "currency_not_converted",
  message: `Amounts are in ${code}, the currency of their data source, because exchange rates from ${code} to ${requested} are missing for some days of the period.`,
  path: null,
})

const rateMissingWarning = (code: string, missing: string[]): Warning => ({
  code: "currency_rate_missing",
  message: `Sums of monetary values are missing. Exchange rates from ${missing.join(", ")} to ${code} are missing for some days of the period, and amounts in different currencies cannot be added. Ratios of monetary values cover the data sources of one currency.`,
  path: "data",
})

/** True if a result leaves out sums, because an exchange rate is missing. */
export const hasMissingRate = (warnings: readonly Warning[]) =>
  warnings.some(({ code }) => code === "currency_rate_missing")

const currencyRow = z.object({
  currency: z.string(),
  is_missing: z.boolean(),
  rates: z.array(z.object({ date: z.iso.date(), rate: z.number() })),
})
