/** Limits how many queries of one person run at once, from pages and from the browser. Further queries wait. */
import "server-only"
import pLimit, { type LimitFunction } from "p-limit"
import { processWide } from "@/domain/kernel/process-wide"

/** Less than the size of the connection pool (DATABASE_POOL_SIZE, 10), so that one person cannot occupy it. */
export const maxRunningQueries = 4

type QueryQueue = { run: LimitFunction; users: number }

/** Runs a query now, or when an earlier one of the same caller has ended. */
export async function queuedByCaller<T>(callerId: string, query: () => Promise<T>): Promise<T> {
  const queues = processWide("query-queues", () => new Map<string, QueryQueue>())
  const queue = queues.get(callerId) ?? { run: pLimit(maxRunningQueries), users: 0 }
  queues.set(callerId, queue)
  queue.users++
  try {
    return await queue.run(query)
  } finally {
    queue.users--
    if (queue.users === 0) queues.delete(callerId)
  }
}
