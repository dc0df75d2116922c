/** Reports the database connections of this process, by pool. */
import { database } from "@/prisma/client"

export type ConnectionLoad = {
  total: number
  idle: number
  /** Callers that wait for a connection. */
  waiting: number
}

/** `main` serves requests and background jobs; `webhooks` serves the delivery queue. */
export function connectionLoad(): Record<"main" | "webhooks", ConnectionLoad> {
  const { pool, queue } = database()
  return { main: loadOf(pool), webhooks: loadOf(queue) }
}

const loadOf = (pool: { totalCount: number; idleCount: number; waitingCount: number }) => ({
  total: pool.totalCount,
  idle: pool.idleCount,
  waiting: pool.waitingCount,
})
