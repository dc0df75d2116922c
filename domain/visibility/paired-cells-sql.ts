/**
 * Builds the SQL that pairs the cells of two periods and counts them (`PairedCells`). A cell is common if it has
 * answers in both periods, all with the same configuration of the engine.
 */
import { z } from "zod"
import { empty, type Sql, sql } from "@/prisma/client"

/**
 * Query of the cells of both periods. Its columns are those of `key`, `current_answers`, `previous_answers` and
 * `is_common`. A cell without answers in a period has null answers for it.
 *
 * `current` and `previous` are queries of one period. Their columns are those of `key`, `answers` and `config`.
 * `config` is null if the answers of a cell have several configurations. `extraColumns`: more columns of `current` c
 * and `previous` p, with a leading comma.
 */
export const pairedCells = (current: Sql, previous: Sql, key: Sql, extraColumns: Sql = empty): Sql => sql`
  select ${key}, c.answers as current_answers, p.answers as previous_answers, coalesce(c.config = p.config, false) as is_common${extraColumns}
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
 * Sum of a column of fractions, rounded to twelve decimals. Without rounding, the last digits depend on the order of
 * the rows, and rises and falls that cancel out do not give exactly 0.
 */
export const roundedSum = (column: Sql): Sql => sql`round(coalesce(sum(${column}), 0)::numeric, 12)::float8`

/**
 * How the visibility of a brand differs in a common cell, for `differenceSums`. `inverse_answers` is 1/a + 1/b in the
 * formula of `binomialVariance` (`GroupCells`), and `share` is p.
 */
export const cellDifference: Sql = sql`
  current_mentioned / current_answers - previous_mentioned / previous_answers as difference,
  current_mentioned + previous_mentioned as mentions, current_answers + previous_answers as answers,
  (current_mentioned + previous_mentioned) / (current_answers + previous_answers) as share,
  1 / current_answers + 1 / previous_answers as inverse_answers`

/** The result of `differenceSums`: the fields of `GroupCells` that depend on the brand. */
export const differenceSumsRow = z.object({
  differenceSum: z.number(),
  squaredDifferenceSum: z.number(),
  risenCells: z.int(),
  fallenCells: z.int(),
  mentions: z.int(),
  binomialVariance: z.number(),
  mixedCells: z.int(),
})

/** Adds up rows of `cellDifference`. Rows without values, of cells that are not common, do not count. */
export const differenceSums: Sql = sql`
  ${roundedSum(sql`difference`)} as "differenceSum", ${roundedSum(sql`difference * difference`)} as "squaredDifferenceSum",
  count(*) filter (where difference > 0)::int as "risenCells", count(*) filter (where difference < 0)::int as "fallenCells",
  coalesce(sum(mentions), 0)::int as mentions, count(*) filter (where mentions > 0 and mentions < answers)::int as "mixedCells",
  ${roundedSum(sql`share * (1 - share) * inverse_answers * answers / (answers - 1)`)} as "binomialVariance"`
