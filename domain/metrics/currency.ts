/**
 * Chooses the currency of a response. Amounts in two currencies are never added up without the exchange rate of the
 * day.
 */
import type { Warning } from "@/domain/kernel/envelope"
import { rows, sql } from "@/prisma/client"
import { isMoneyBase } from "./catalogue"
import type { ResolvedPeriod } from "./period"
import type { Part, Plan } from "./plan"
import type { QueryContext } from "./query-context"
import { isStored } from "./stored"

/**
 * `convert`: amounts in other currencies are multiplied by the rate of the day. `isMixed`: they cannot be converted, so
 * money is left out.
 */
export type Money = { code: string; convert: boolean; isMixed: boolean; ratesDate: string | null; warnings: Warning[] }

/**
 * A rate is valid until the next one, but for at most this many days. Banks publish no rates at weekends and on
 * holidays.
 */
export const rateHoldsDays = 7

/** Returns the currency of the response, or null when the query reads no amounts of money. */
export async function chooseCurrency(
  context: QueryContext,
  plan: Plan,
  period: ResolvedPeriod,
  asked: string | undefined,
): Promise<Money | null> {
  if (!plan.bases.some(isMoneyBase)) return null
  const code = asked ?? context.currency
  const foreign = [...foreignCurrencies(plan.parts, code)]
  const money = { code, convert: false, isMixed: false, ratesDate: null, warnings: [] }
  if (foreign.length === 0) return money
  const { ratesDate, missing } = await knownRates(context, plan.parts, period, code)
  if (missing.length === 0) return { ...money, convert: true, ratesDate }
  const [only] = foreign
  const isOnlyOne = foreign.length === 1 && !plan.parts.some((p) => p.source.account_currency === code)
  if (only && isOnlyOne && asked === undefined) return { ...money, code: only, warnings: [notConverted(code, only)] }
  return { ...money, isMixed: true, warnings: [rateMissing(code, missing)] }
}

function foreignCurrencies(parts: Part[], code: string) {
  const currencies = parts.filter((p) => isMoneyBase(p.base)).map((p) => p.source.account_currency)
  return new Set(currencies.filter((c): c is string => c !== null && c !== code))
}

/** Looks only at the facts that the query reads, so a missing rate on a day without facts does not matter. */
async function knownRates(context: QueryContext, parts: Part[], period: ResolvedPeriod, code: string) {
  const money = parts.filter((p) => isMoneyBase(p.base) && p.source.account_currency !== code)
  const other = period.comparison ?? period
  const hull = {
    from: other.from < period.from ? other.from : period.from,
    to: other.to > period.to ? other.to : period.to,
  }
  const found = await rows<{ currency: string; is_missing: boolean; rates_date: string | null }>(sql`
    select f.currency, bool_or(r.date is null) as is_missing, max(r.date) as rates_date
    from metric_fact f
    left join lateral (select x.date from fx_rate x where x.base = f.currency and x.quote = ${code}
      and x.date between f.date - ${rateHoldsDays}::int and f.date order by x.date desc limit 1) r on true
    where ${isStored(context, money, hull)} and f.currency <> ${code}
      and (f.date between ${period.from}::date and ${period.to}::date
        or f.date between ${other.from}::date and ${other.to}::date)
    group by f.currency order by f.currency`)
  const dates = found.map((row) => row.rates_date).sort()
  return {
    missing: found.filter((row) => row.is_missing).map((row) => row.currency),
    ratesDate: dates.at(-1) ?? null,
  }
}

const notConverted = (wanted: string, code: string): Warning => ({
  code: "currency_not_converted",
  message: `Amounts are in ${code}, the currency of their data source, because exchange rates from ${code} to ${wanted} are missing for some days of the period.`,
  path: null,
})

const rateMissing = (code: string, missing: string[]): Warning => ({
  code: "currency_rate_missing",
  message: `Monetary values are missing. Exchange rates from ${missing.join(", ")} to ${code} are missing for some days of the period, and amounts in different currencies cannot be added.`,
  path: "data",
})
