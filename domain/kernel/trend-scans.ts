/** Defines which scans count in trends, comparisons and signals. */
import { sql } from "@/prisma/client"

/**
 * SQL condition on scan `s`: it finished with enough answers, and asked all engines and prompts of its project. Scans
 * of a selection (domain/scans/selection.ts) are left out, because their metrics are about other engines or prompts.
 */
export const countsInTrends = sql`s.status in ('completed', 'partial') and s.selection is null`
