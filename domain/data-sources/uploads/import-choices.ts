/** Choices for the import of an uploaded file. Everything that is left out is detected. */
import { z } from "zod"
import { columnUses } from "../imports/column-mapping"
import { formatIds } from "../imports/file-formats"
import type { MetricsImport } from "../imports/import-metrics"
import { dateOrders } from "../imports/parse-cells"

/** Exports of the platforms have at most a few dozen columns, of which users change some. */
const maxChosenColumns = 500

export const importChoices = z.strictObject({
  provider: z.enum(formatIds).optional(),
  account: z.string().trim().min(1).max(200).optional(),
  currency: z.string().trim().max(3).optional(),
  dates: z.enum(dateOrders).optional(),
  decimal_mark: z.enum([".", ","]).optional(),
  columns: z
    .record(z.string().max(500), z.enum(columnUses))
    .refine(
      (columns) => Object.keys(columns).length <= maxChosenColumns,
      `Choose the use of at most ${maxChosenColumns} columns.`,
    )
    .optional(),
  partial: z.boolean().optional(),
  replace: z.boolean().optional(),
  keep_both: z.boolean().optional(),
})
export type ImportChoices = z.infer<typeof importChoices>

/** Converts the choices to options of `importMetrics`. */
export const importOptions = ({ decimal_mark, keep_both, ...options }: ImportChoices): Partial<MetricsImport> => ({
  ...options,
  decimalMark: decimal_mark,
  keepBoth: keep_both,
})
