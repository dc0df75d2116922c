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
  select x.date, x.rate from fx_rate x
  where x.base = f.currency and x.quote = ${code} and x.date between f.date - ${rateValidDays}::int and f.date
  union all
  select x.date, 1 / x.rate from fx_rate x
  where x.base = ${code} and x.quote = f.currency and x.date between f.date - ${rateValidDays}::int and f.date
  union all
  select x.date, y.rate / x.rate from fx_rate x join fx_rate y on y.base = x.base and y.date = x.date and y.quote = ${code}
  where x.base = 'EUR' and x.quote = f.currency and x.date between f.date - ${rateValidDays}::int and f.date
  order by date desc limit 1)`
