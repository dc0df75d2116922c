/**
 * Limits how many queries of one person or network run at the same time, from pages, browsers and MCP clients. Further
 * queries wait.
 */
import "server-only"
import pLimit, { type LimitFunction } from "p-limit"
import { rateLimitKeyOf } from "@/domain/kernel/network"
import { processWide } from "@/domain/kernel/process-wide"
import type { RequestIdentity } from "./request-identity"

/** Less than the size of the connection pool (DATABASE_POOL_SIZE, 10), so that one person cannot occupy it. */
export const maxRunningQueries = 4

/** `openQueries`: those that run or wait. */
type QueryQueue = { limit: LimitFunction; openQueries: number }

/** The person, or the network of a visitor who is not signed in. */
export const callerIdOf = ({ person, origin }: Pick<RequestIdentity, "person" | "origin">) =>
  person?.id ?? `network ${rateLimitKeyOf(origin.ip)}`

/** Runs a query now, or when an earlier one of the same caller has ended. */
export async function runInCallerQueue<T>(callerId: string, query: () => Promise<T>): Promise<T> {
  const queues = processWide("query-queues", () => new Map<string, QueryQueue>())
  const queue = queues.get(callerId) ?? { limit: pLimit(maxRunningQueries), openQueries: 0 }
  queues.set(callerId, queue)
  queue.openQueries++
  try {
    return await queue.limit(query)
  } finally {
    queue.openQueries--
    if (queue.openQueries === 0) queues.delete(callerId)
  }
}
