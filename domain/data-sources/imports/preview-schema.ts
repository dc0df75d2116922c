/**
 * Defines the preview of an uploaded file: how it is read, what its import would change, and which choices are missing.
 */
import { z } from "zod"
import { providers } from "@/domain/metrics/provider"
import { columnUses } from "./column-mapping"
import { importQuestion } from "./import-error"

export const importPreview = z.object({
  provider: z.enum(providers),
  encoding: z.string(),
  delimiter: z.string(),
  /** Null when no date of the file depends on the order, because all start with the year. */
  dates: z.enum(["mdy", "dmy", "ymd"]).nullable(),
  decimal_mark: z.enum([".", ","]),
  /** The accounts of the file, or the account of earlier imports. */
  accounts: z.array(z.string()),
  account_is_in_file: z.boolean(),
  currencies: z.array(z.string()),
  columns: z.array(
    z.object({
      name: z.string(),
      key: z.string(),
      use: z.enum(columnUses),
      /** The last day of lines that may cover several days. It must be the date of the line, so its use is fixed. */
      is_last_day: z.boolean(),
      samples: z.array(z.string()),
    }),
  ),
  /** The first lines as they are stored. */
  stored_columns: z.array(z.string()),
  rows: z.array(z.array(z.string())),
  lines_read: z.int(),
  total_lines: z.int(),
  days: z.int(),
  from: z.iso.date().nullable(),
  to: z.iso.date().nullable(),
  totals: z.record(z.string(), z.number()),
  days_left_out: z.array(z.string()),
  /** False when a line with an error has no readable date, so that no day is known to be complete. */
  may_be_partial: z.boolean(),
  errors: z.array(z.object({ line: z.int(), detail: z.string(), day: z.string().nullable() })),
  errors_total: z.int(),
  /** Choices that the user must make before the import. */
  questions: z.array(importQuestion),
  /** Errors that no choice resolves. */
  problems: z.array(z.string()),
})
export type ImportPreview = z.infer<typeof importPreview>
