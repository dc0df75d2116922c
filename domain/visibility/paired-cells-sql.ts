/**
 * SQL that pairs the cells of two periods and counts them (`PairedCells`). A cell is common if it has answers in both
 * periods, all with the same configuration of the engine.
 */
import { z } from "zod"
import { type Sql, sql } from "@/prisma/client"

/**
 * Query of the cells of both periods. Its columns are those of `key`, `current_answers`, `previous_answers` and
 * `is_common`. A cell without answers in a period has null answers for it.
 *
 * `current` and `previous` are queries of one period. Their columns are those of `key`, `answers` and `config`.
 * `config` is null if the answers of a cell have several configurations.
 */
export const pairedCells = (current: Sql, previous: Sql, key: Sql): Sql => sql`
  select ${key}, c.answers as current_answers, p.answers as previous_answers, coalesce(c.config = p.config, false) as is_common
  from (${current}) c full join (${previous}) p using (${key})`

/** The result of `pairedCellCounts`. */
export const pairedCellCountsRow = z.object({
  commonCells: z.int(),
  currentCells: z.int(),
  previousCells: z.int(),
  currentAnswers: z.int(),
  previousAnswers: z.int(),
  hasSingleRuns: z.boolean(),
})

/** The counts of `PairedCells`, as columns of a query that aggregates rows of `pairedCells`. */
export const pairedCellCounts: Sql = sql`
  count(*) filter (where is_common)::int as "commonCells",
  count(current_answers)::int as "currentCells", count(previous_answers)::int as "previousCells",
  coalesce(sum(current_answers) filter (where is_common), 0)::int as "currentAnswers",
  coalesce(sum(previous_answers) filter (where is_common), 0)::int as "previousAnswers",
  coalesce(bool_and(current_answers = 1 and previous_answers = 1) filter (where is_common), false) as "hasSingleRuns"`

/**
 * Sum of a column of fractions, rounded to twelve decimals. Without rounding, the last digits depend on the order of the
 * rows, and rises and falls that cancel out do not give exactly 0.
 */
export const roundedSum = (column: Sql): Sql => sql`round(coalesce(sum(${column}), 0)::numeric, 12)::float8`
