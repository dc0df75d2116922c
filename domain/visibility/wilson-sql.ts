/**
 * Builds the SQL for Wilson's 95% interval, for comparisons inside Postgres. The bounds are those of `wilson` in
 * statistics/precision.ts.
 */
import { type Sql, sql } from "@/prisma/client"
import { z95 } from "./statistics/precision"

const z = sql`${z95}::float8`

/**
 * Lower bound of a share (0 to 1) of `n` answers. Both arguments are expressions of type float8, and `n` must not be 0.
 * The bound is 0 when an argument is null, because `greatest` ignores nulls.
 */
export const wilsonLow = (share: Sql, n: Sql) =>
  sql`greatest(0, (${center(share, n)} - ${halfWidth(share, n)}) / ${shrinkage(n)})`

/** Upper bound, with the same arguments. It is 1 when an argument is null. */
export const wilsonHigh = (share: Sql, n: Sql) =>
  sql`least(1, (${center(share, n)} + ${halfWidth(share, n)}) / ${shrinkage(n)})`

const shrinkage = (n: Sql) => sql`(1 + ${z} * ${z} / ${n})`
const center = (share: Sql, n: Sql) => sql`(${share} + ${z} * ${z} / (2 * ${n}))`
const halfWidth = (share: Sql, n: Sql) =>
  sql`${z} * sqrt(greatest(0, ${share} * (1 - ${share})) / ${n} + ${z} * ${z} / (4 * ${n} * ${n}))`
