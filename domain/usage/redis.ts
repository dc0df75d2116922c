/** The connection to Redis: answers soon or fails soon, and comes back by itself. */
import type { Redis } from "ioredis"
import { dependencyAnswers, log } from "../log"

/** A request waits no longer than that for its count. */
const longestMs = 500

/** Ready, unless Redis does not answer now: commands fail at once until it does. Keys begin with `signalbox:`. */
export async function connectToRedis(url: string): Promise<Redis> {
  const { Redis } = await import("ioredis")
  const redis = new Redis(url, {
    keyPrefix: "signalbox:",
    connectTimeout: longestMs,
    commandTimeout: longestMs,
    // One that hangs is given up, so that only the first requests wait for it.
    socketTimeout: longestMs,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
  })
  redis.on("ready", () => dependencyAnswers("Redis"))
  redis.on("error", (err) => log.warn({ err, dependency: "Redis" }, "each process counts the rate limits for itself"))
  await new Promise<void>((settled) => redis.once("ready", settled).once("error", settled))
  return redis
}
