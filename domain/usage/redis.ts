/** Connects to Redis with short timeouts and automatic reconnection. */
import type { Redis } from "ioredis"
import { dependencyAnswers, log } from "@/domain/kernel/log"

/** How long a request waits for Redis (milliseconds), unless REDIS_TIMEOUT_MS is set. */
const defaultTimeoutMs = 500

/**
 * Waits until the connection is ready or fails. While Redis is unreachable, commands fail immediately. Keys start with
 * `signalbox:`.
 */
export async function connectToRedis(url: string): Promise<Redis> {
  const { Redis } = await import("ioredis")
  const timeoutMs = Number(process.env.REDIS_TIMEOUT_MS) || defaultTimeoutMs
  const redis = new Redis(url, {
    keyPrefix: "signalbox:",
    connectTimeout: timeoutMs,
    commandTimeout: timeoutMs,
    // Closes a connection that hangs, so that only the first requests wait for it.
    socketTimeout: timeoutMs,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
  })
  redis.on("ready", () => dependencyAnswers("Redis"))
  redis.on("error", (err) => log.warn({ err, dependency: "Redis" }, "rate limits are counted per process"))
  await new Promise<void>((settled) => redis.once("ready", settled).once("error", settled))
  return redis
}
