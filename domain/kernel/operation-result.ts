/** What an operation returns. `envelope.ts` turns it into a response. */
import { z } from "zod"
import type { PeriodMeta } from "./period-meta"

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
