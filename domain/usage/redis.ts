/** The connection to Redis: answers soon or fails soon, and comes back by itself. */
import type { Redis } from "ioredis"
import { dependencyAnswers, log } from "../log"

/** How long a request waits for its count, in milliseconds, when REDIS_TIMEOUT_MS does not say. */
const defaultTimeoutMs = 500

/** Ready, unless Redis does not answer now: commands fail at once until it does. Keys begin with `signalbox:`. */
export async function connectToRedis(url: string): Promise<Redis> {
  const { Redis } = await import("ioredis")
  const timeoutMs = Number(process.env.REDIS_TIMEOUT_MS) || defaultTimeoutMs
  const redis = new Redis(url, {
    keyPrefix: "signalbox:",
    connectTimeout: timeoutMs,
    commandTimeout: timeoutMs,
    // A connection that hangs is closed, so that only the first requests wait for it.
    socketTimeout: timeoutMs,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
  })
  redis.on("ready", () => dependencyAnswers("Redis"))
  redis.on("error", (err) => log.warn({ err, dependency: "Redis" }, "each process counts the rate limits for itself"))
  await new Promise<void>((settled) => redis.once("ready", settled).once("error", settled))
  return redis
}
