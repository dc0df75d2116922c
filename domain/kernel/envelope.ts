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
    kind: z.enum(["panel", "engine", "engines", "regions"]),
    date: z.iso.date().meta({ description: "The date of the first scan after the change." }),
    scan_id: z.string(),
    previous_scan_id: z.string(),
    engine: z.string().nullable().meta({ description: "The engine whose configuration changed." }),
    from: z
      .string()
      .nullable()
      .meta({ description: "The previous value: the panel version, the model, the engines or the regions." }),
    to: z.string().nullable(),
    added_n: z.int().meta({ description: "The number of prompts, engines or regions that were added." }),
    removed_n: z.int().meta({ description: "The number of prompts, engines or regions that were removed." }),
  })
  .meta({ id: "SeriesBreak", description: "A change after which metrics are not comparable with earlier ones." })
export type SeriesBreak = z.infer<typeof seriesBreak>

const missingCell = z
  .object({ scan_id: z.string(), prompt_id: z.string(), engine: z.string(), region: z.string() })
  .meta({ id: "MissingCell" })
export type MissingCell = z.infer<typeof missingCell>

export const warning = z
  .object({
    code: z.string().meta({ description: "A code that identifies the kind of warning." }),
    message: z.string().meta({ description: "The warning, as a sentence." }),
    path: z
      .string()
      .nullable()
      .meta({ description: "The part of `data` to which the warning applies. `null` if it applies to all of it." }),
    break: seriesBreak.optional(),
    cells: z.array(missingCell).optional().meta({ description: "The first 50 cells that have no valid answer." }),
  })
  .meta({ id: "Warning" })
export type Warning = z.infer<typeof warning>

const period = z.object({
  from: calendarDate(),
  to: calendarDate(),
  timezone: z.string(),
  granularity: z.enum(["total", "day", "week", "month"]),
  days: z.int(),
  complete: z.boolean().meta({ description: "`false` if a source has no data yet for some days of the period." }),
  incomplete_from: calendarDate().nullable(),
})

const comparison = z.object({ mode: z.string(), from: calendarDate(), to: calendarDate(), complete: z.boolean() })

const sourceFreshness = z.object({
  data_source_id: z.string(),
  provider: z.string(),
  status: z.string(),
  data_through: calendarDate().nullable(),
  final_through: calendarDate().nullable(),
  last_success_at: timestamp().nullable(),
  stale: z.boolean(),
  quality: z.array(z.string()),
})

const freshness = z.object({
  data_through: calendarDate().nullable(),
  oldest_sync_at: timestamp().nullable(),
  served_from: z.enum(["live", "cache", "mixed"]),
  sources: z.array(sourceFreshness),
})

/** Fields of `meta` that only operations with a period return. */
const periodMeta = z.object({
  period: period.nullable(),
  comparison: comparison.nullable(),
  currency: z
    .object({ code: currencyCode(), converted: z.boolean(), rates_date: calendarDate().nullable() })
    .nullable(),
  freshness: freshness.nullable(),
  warnings: z.array(warning),
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
    truncation: truncation.nullable(),
    limit: z.int().nullable(),
    next_cursor: z.string().nullable().meta({ description: "The cursor of the next page. `null` on the last page." }),
    query: z
      .record(z.string(), z.unknown())
      .meta({ description: "The query as it was interpreted, including default values." }),
  })
  .meta({ id: "Meta" })
export const metaWithPeriod = z.object({ ...meta.shape, ...periodMeta.shape }).meta({ id: "MetaWithPeriod" })
export type Meta = z.infer<typeof meta> & Partial<z.infer<typeof periodMeta>>

/** Rows that Postgres already wrote as JSON. REST passes their text on; other channels parse it. */
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
export type Answer<Data> = {
  data: Data | (Data extends (infer Row)[] ? JsonRows<Row> : never)
  total?: number | null
  totalIsExact?: boolean
  limit?: number
  nextCursor?: string | null
  /** Says what is missing where `total > returned` cannot say it, for example in the rows of one widget. */
  truncation?: Truncation | null
  /** The echo of the query. Defaults to the input. */
  query?: Record<string, unknown>
} & Partial<PeriodMeta>

export type Envelope<Data> = { data: Data; meta: Meta }

/**
 * Builds `meta`. `truncated` is true exactly when total > returned or the operation reports a truncation deeper in the
 * data.
 */
export function metaOf(
  answer: Answer<unknown[]> | Answer<unknown>,
  call: { requestId: string; now: Date; query: Record<string, unknown>; hasPeriod: boolean },
): Meta {
  const returned = countOf(answer.data)
  const total = answer.total === undefined ? returned : answer.total
  const totalIsExact = answer.totalIsExact ?? true
  const missing = answer.truncation ?? missingItems(returned, total, totalIsExact, answer.limit)
  return {
    request_id: call.requestId,
    api_version: apiVersion,
    generated_at: call.now.toISOString(),
    total,
    total_is_exact: totalIsExact,
    returned,
    truncated: missing !== null,
    truncation: missing,
    limit: answer.limit ?? null,
    next_cursor: answer.nextCursor ?? null,
    query: answer.query ?? call.query,
    ...(call.hasPeriod && periodOf(answer)),
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
    freshness: a.freshness ?? null,
    warnings: a.warnings ?? [],
  }) as z.infer<typeof periodMeta>
