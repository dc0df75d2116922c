/**
 * What an operation returns, and the response that is made from it: `{ data, meta }`. This file builds `meta` from the
 * result of the operation.
 */
import { z } from "zod"
import { timestamp } from "./fields"
import { type PeriodMeta, periodMeta } from "./period-meta"

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

export const apiVersion = "2026-11-01"
/** Versions that the header `Signalbox-Version` may name. */
export const apiVersions = [apiVersion]

export type Envelope<Data> = { data: Data; meta: Meta }

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
    ...(call.hasPeriod && periodMetaOf(result)),
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

const periodMetaOf = (result: Partial<PeriodMeta>) =>
  ({
    period: result.period ?? null,
    comparison: result.comparison ?? null,
    currency: result.currency ?? null,
    exchange_rates: result.exchange_rates ?? [],
    freshness: result.freshness ?? null,
    warnings: result.warnings ?? [],
  }) as z.infer<typeof periodMeta>
