/** Limits how many queries of one person run at once, from pages and from the browser. Further queries wait. */
import "server-only"
import pLimit, { type LimitFunction } from "p-limit"
import { processWide } from "@/domain/kernel/process-wide"

/** Less than the size of the connection pool (DATABASE_POOL_SIZE, 10), so that one person cannot occupy it. */
export const maxRunningQueries = 4

type Line = { run: LimitFunction; users: number }

/** Runs a query now, or when an earlier one of the same caller has ended. */
export async function inLine<T>(callerId: string, query: () => Promise<T>): Promise<T> {
  const lines = processWide("query-lines", () => new Map<string, Line>())
  const line = lines.get(callerId) ?? { run: pLimit(maxRunningQueries), users: 0 }
  lines.set(callerId, line)
  line.users++
  try {
    return await line.run(query)
  } finally {
    line.users--
    if (line.users === 0) lines.delete(callerId)
  }
}
