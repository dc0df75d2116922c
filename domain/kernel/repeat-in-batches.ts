/** Changes rows in batches that commit separately, so that no statement runs long or holds a large number of locks. */
import { acrossTeams, rows, type Sql } from "@/prisma/client"
import { countRow } from "./rows"

export const batchSize = 1_000

/**
 * Repeats `statement` until a batch is not full. The statement must change at most `batchSize` rows, and returns their
 * number as `count`. Returns the sum. Across teams: the callers apply rules that are the same for all teams.
 */
export const repeatInBatches = (statement: Sql): Promise<number> =>
  acrossTeams(async () => {
    let changed = 0
    for (;;) {
      const [batch] = await rows(countRow, statement)
      changed += batch?.count ?? 0
      if (!batch || batch.count < batchSize) return changed
    }
  })
