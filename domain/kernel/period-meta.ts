/** The fields of `meta` that only operations with a period return: the period, currency, freshness and warnings. */
import { z } from "zod"
import { calendarDate, currencyCode, timestamp } from "./fields"
import { warning } from "./warnings"

const period = z.object({
  from: calendarDate().meta({ description: "The first day of the period." }),
  to: calendarDate().meta({ description: "The last day of the period, inclusive." }),
  timezone: z.string().meta({ description: "The IANA time zone that determined the days." }),
  granularity: z
    .enum(["total", "day", "week", "month"])
    .meta({ description: "Whether values cover the whole period (`total`), or each day, week or month." }),
  days: z.int().meta({ description: "The number of days in the period." }),
  complete: z.boolean().meta({ description: "`false` if a source has no data yet for some days of the period." }),
  incomplete_from: calendarDate()
    .nullable()
    .meta({ description: "The first day that may lack data. `null` if all days are complete, or if it is not known." }),
})

const comparison = z.object({
  mode: z.string().meta({
    description:
      "How the comparison was chosen. `previous_period`, `previous_year` and `custom` are values of `compare`. `previous_scan` and `scan`: the metrics are compared with one scan.",
  }),
  from: calendarDate().meta({ description: "The first day of the comparison." }),
  to: calendarDate().meta({ description: "The last day of the comparison, inclusive." }),
  complete: z.boolean().meta({ description: "`false` if data is missing for some days of the comparison." }),
})

export const dataQuality = z.array(z.string()).meta({
  description:
    "Limitations of the data, as the platforms report them: `sampled`, `thresholded`, `other_row`, `truncated_upstream` or `estimated`.",
})
export const dataThrough = calendarDate()
  .nullable()
  .meta({ description: "The last day for which all data sources have data. `null` if one of them has no data." })
export const servedFrom = z.enum(["live", "cache", "mixed"]).meta({
  description:
    "`cache`: data that was synced or imported earlier. `live`: data that was read for this response. `mixed`: both.",
})

const sourceFreshness = z.object({
  data_source_id: z.string().meta({ description: "The ID of the data source." }),
  provider: z.string().meta({ description: "The platform that the data comes from, such as `google_ads`." }),
  status: z.string().meta({ description: "The status of the connection, such as `active` or `disconnected`." }),
  data_through: calendarDate()
    .nullable()
    .meta({ description: "The last day with data. `null` if there is no data yet." }),
  final_through: calendarDate().nullable().meta({
    description: "The last day that counts as final. The platform may still restate it. `null` if it is not known.",
  }),
  last_success_at: timestamp()
    .nullable()
    .meta({ description: "The time of the last successful sync. `null` if none has succeeded yet." }),
  stale: z.boolean().meta({ description: "`true` if no sync has succeeded for more than two sync intervals." }),
  quality: dataQuality,
})

const freshness = z.object({
  data_through: dataThrough,
  oldest_sync_at: timestamp().nullable().meta({
    description:
      "The time of the last successful sync of the source that was synced longest ago. `null` if a source has never been synced, or if the data does not come from data sources.",
  }),
  served_from: servedFrom,
  sources: z
    .array(sourceFreshness)
    .meta({ description: "The data sources behind the response. Empty for AI visibility." }),
})

const exchangeRate = z
  .object({
    currency: currencyCode().meta({ description: "The currency that was converted." }),
    date: calendarDate().meta({ description: "The day of the rate." }),
    rate: z.number().meta({ description: "What one unit of `currency` was worth, in the currency of the response." }),
  })
  .meta({
    id: "ExchangeRate",
    description:
      "An exchange rate. It applies to the amounts of its day and of the days after it without a rate, at most 7.",
  })
export type ExchangeRate = z.infer<typeof exchangeRate>

export const periodMeta = z.object({
  period: period.nullable().meta({ description: "The period that the data covers. `null` if the data has no period." }),
  comparison: comparison
    .nullable()
    .meta({ description: "The period that the data is compared with. `null` without a comparison." }),
  currency: z
    .object({
      code: currencyCode(),
      converted: z.boolean().meta({ description: "`true` if amounts in other currencies were converted." }),
      rates_date: calendarDate()
        .nullable()
        .meta({ description: "The date of the latest exchange rate that was used. `null` if nothing was converted." }),
    })
    .nullable()
    .meta({ description: "The currency of all amounts. `null` if the data contains no amounts." }),
  exchange_rates: z.array(exchangeRate).meta({
    description: "The rates with which amounts were converted, by day. Empty if nothing was converted.",
  }),
  freshness: freshness.nullable().meta({ description: "How recent the data is. `null` if it has no sources." }),
  warnings: z.array(warning).meta({ description: "What to consider when you interpret the data." }),
})
export type PeriodMeta = z.input<typeof periodMeta>
