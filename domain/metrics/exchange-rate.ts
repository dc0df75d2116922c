/** Builds the SQL that looks up the exchange rate of a fact's day. */
import { type Sql, sql } from "@/prisma/client"

/**
 * A rate is valid until the next one, but for at most this many days. Banks publish no rates at weekends and on
 * holidays.
 */
const rateValidDays = 7

/**
 * A subquery with at most one row (date, rate), for a statement in which metric_fact has the alias `f`. The European
 * Central Bank publishes what one euro is worth. Amounts in euros are multiplied by the rate, and conversions to euros
 * divide by it. All other conversions go through the euro with two rates of the same day.
 */
export const rateOfDay = (code: string): Sql => sql`(
  select direct.date, direct.rate from fx_rate direct
  where direct.base = f.currency and direct.quote = ${code} and direct.date between f.date - ${rateValidDays}::int and f.date
  union all
  select inverse.date, 1 / inverse.rate from fx_rate inverse
  where inverse.base = ${code} and inverse.quote = f.currency and inverse.date between f.date - ${rateValidDays}::int and f.date
  union all
  select source.date, target.rate / source.rate
  from fx_rate source join fx_rate target on target.base = source.base and target.date = source.date and target.quote = ${code}
  where source.base = 'EUR' and source.quote = f.currency and source.date between f.date - ${rateValidDays}::int and f.date
  order by date desc limit 1)`
