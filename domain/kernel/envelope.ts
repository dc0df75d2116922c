/**
 * Defines the shape of every successful response: `{ data, meta }`, with totals, truncation and an echo of the query.
 */
import { z } from "zod"
import { calendarDate, currencyCode, timestamp } from "./fields"

export const apiVersion = "2026-11-01"
/** Versions that the header `Signalbox-Version` may name. */
export const apiVersions = [apiVersion]

const truncationReasons = ["limit", "row_limit", "source_limit", "byte_limit", "time_limit", "retention"] as const

export const truncation = z
  .object({
    reason: z.enum(truncationReasons).meta({ description: "Why items are missing." }),
    limit: z.int().nullable().meta({ description: "The limit that caused the omission." }),
    omitted: z
      .int()
      .nullable()
      .meta({ description: "The number of matching items that are missing. `null` if only a lower bound is known." }),
    scope: z.string().meta({
      description: "The part of the response where items are missing, such as `data` or `data.widgets[3].rows`.",
    }),
  })
  .meta({ id: "Truncation" })
export type Truncation = z.infer<typeof truncation>

export const seriesBreak = z
  .object({
    kind: z.enum(["panel", "engine", "engines", "regions"]).meta({
      description:
        "What changed. `panel`: the prompts. `engine`: the configuration of one engine. `engines` and `regions`: which ones were asked.",
    }),
    date: z.iso.date().meta({ description: "The date of the first scan after the change." }),
    scan_id: z.string().meta({ description: "The ID of the first scan after the change." }),
    previous_scan_id: z.string().meta({ description: "The ID of the last scan before the change." }),
    engine: z
      .string()
      .nullable()
      .meta({ description: "The ID of the engine whose configuration changed. `null` for other kinds." }),
    from: z.string().nullable().meta({
      description:
        "The previous value: the version of the prompt set, the model, the engines or the regions. `null` if it is not known.",
    }),
    to: z.string().nullable().meta({ description: "The new value. `null` if it is not known." }),
    added_n: z.int().meta({ description: "The number of prompts, engines or regions that were added." }),
    removed_n: z.int().meta({ description: "The number of prompts, engines or regions that were removed." }),
  })
  .meta({ id: "SeriesBreak", description: "A change after which metrics are not comparable with earlier ones." })
export type SeriesBreak = z.infer<typeof seriesBreak>

export const missingCell = z
  .object({
    scan_id: z.string().meta({ description: "The ID of the scan." }),
    prompt_id: z.string().meta({ description: "The ID of the prompt." }),
    engine: z.string().meta({ description: "The ID of the engine." }),
    region: z.string().meta({ description: "The country, as an ISO 3166-1 alpha-2 code. Empty without a location." }),
  })
  .meta({ id: "MissingCell", description: "A prompt, engine and region of a scan without a valid answer." })

export const warning = z
  .object({
    code: z.string().meta({ description: "A code that identifies the kind of warning." }),
    message: z.string().meta({ description: "The warning, as a sentence." }),
    path: z
      .string()
      .nullable()
      .meta({ description: "The part of `data` to which the warning applies. `null` if it applies to all of it." }),
    break: seriesBreak
      .optional()
      .meta({ description: "Details of the change. Only in warnings about a change that makes metrics incomparable." }),
    cells: z.array(missingCell).optional().meta({ description: "The first 50 cells that have no valid answer." }),
  })
  .meta({ id: "Warning" })
export type Warning = z.infer<typeof warning>

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
  final_through: calendarDate()
    .nullable()
    .meta({ description: "The last day whose values the data source will not restate. `null` if it is not known." }),
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

/** Fields of `meta` that only operations with a period return. */
const periodMeta = z.object({
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

export const meta = z
  .object({
    request_id: z.string().meta({ description: "The ID of the request. Include it when you ask for help." }),
    api_version: z.string().meta({ description: "The version of the API that handled the request." }),
    generated_at: timestamp().meta({ description: "The time when the response was generated." }),
    total: z.int().nullable().meta({
      description: "The number of items that match the query, regardless of `limit`. `null` if it is not known.",
    }),
    total_is_exact: z.boolean().meta({ description: "`false` if `total` is a lower bound." }),
    returned: z.int().meta({ description: "The number of items in `data`. `1` if it is a single object." }),
    truncated: z
      .boolean()
      .meta({ description: "`true` if any item that matches the query is missing from `data`, at any depth." }),
    truncation: truncation
      .nullable()
      .meta({ description: "Which items are missing, and why. `null` if nothing is missing." }),
    limit: z
      .int()
      .nullable()
      .meta({ description: "The maximum number of items in `data`. `null` if there is no limit." }),
    next_cursor: z.string().nullable().meta({ description: "The cursor of the next page. `null` on the last page." }),
    query: z
      .record(z.string(), z.unknown())
      .meta({ description: "The query as it was interpreted, including default values." }),
  })
  .meta({ id: "Meta", description: "Information about the response." })
export const metaWithPeriod = z
  .object({ ...meta.shape, ...periodMeta.shape })
  .meta({ id: "MetaWithPeriod", description: "Information about the response, its period and its data sources." })
export type Meta = z.infer<typeof meta> & Partial<z.infer<typeof periodMeta>>

/** Rows that Postgres wrote as JSON. REST sends their text unchanged. Other channels parse it. */
export class JsonRows<Row> {
  /** `items`: the rows, separated by commas. */
  constructor(
    readonly items: string,
    readonly count: number,
  ) {}

  get text() {
    return `[${this.items}]`
  }

  parse(): Row[] {
    return JSON.parse(this.text)
  }
}

/**
 * The result of an operation: its data, and the parts of `meta` that only the operation knows. A single object needs
 * only `data`.
 */
export type OperationResult<Data> = {
  data: Data | (Data extends (infer Row)[] ? JsonRows<Row> : never)
  total?: number | null
  totalIsExact?: boolean
  limit?: number
  nextCursor?: string | null
  /**
   * What is missing inside the items of `data`, for example rows of one widget. `total > returned` cannot express this.
   */
  truncation?: Truncation | null
  /** The echo of the query. Defaults to the input. */
  query?: Record<string, unknown>
  /** What the ETag depends on. Default: the whole response except `request_id` and `generated_at`. */
  etagParts?: unknown[]
} & Partial<PeriodMeta>

export type Envelope<Data> = { data: Data; meta: Meta }

/**
 * Builds `meta`. `truncated` is true when `total` is larger than `returned` or not known exactly, or when the operation
 * reports a truncation deeper in the data.
 */
export function metaOf(
  result: OperationResult<unknown[]> | OperationResult<unknown>,
  call: { requestId: string; now: Date; query: Record<string, unknown>; hasPeriod: boolean },
): Meta {
  const returned = countOf(result.data)
  const total = result.total === undefined ? returned : result.total
  const totalIsExact = result.totalIsExact ?? true
  const missing = result.truncation ?? missingItems(returned, total, totalIsExact, result.limit)
  return {
    request_id: call.requestId,
    api_version: apiVersion,
    generated_at: call.now.toISOString(),
    total,
    total_is_exact: totalIsExact,
    returned,
    truncated: missing !== null,
    truncation: missing,
    limit: result.limit ?? null,
    next_cursor: result.nextCursor ?? null,
    query: result.query ?? call.query,
    ...(call.hasPeriod && periodOf(result)),
  }
}

function countOf(data: unknown) {
  if (data instanceof JsonRows) return data.count
  return Array.isArray(data) ? data.length : 1
}

function missingItems(
  returned: number,
  total: number | null,
  isExact: boolean,
  limit: number | undefined,
): Truncation | null {
  if (isExact && total !== null && total <= returned) return null
  return {
    reason: "limit",
    limit: limit ?? null,
    omitted: isExact && total !== null ? total - returned : null,
    scope: "data",
  }
}

const periodOf = (a: Partial<PeriodMeta>) =>
  ({
    period: a.period ?? null,
    comparison: a.comparison ?? null,
    currency: a.currency ?? null,
    exchange_rates: a.exchange_rates ?? [],
    freshness: a.freshness ?? null,
    warnings: a.warnings ?? [],
  }) as z.infer<typeof periodMeta>
