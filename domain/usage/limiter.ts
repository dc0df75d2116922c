/**
 * Counts requests and attempts in fixed windows. The counters are in this process, or in Redis or Postgres when several
 * processes share them.
 */
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRedis,
} from "rate-limiter-flexible"
import { log } from "@/domain/kernel/log"
import { processWide } from "@/domain/kernel/process-wide"
import { countLimiterFallback } from "@/domain/kernel/tally"
import { writeProbe } from "@/domain/kernel/write-probe"
import { database } from "@/prisma/client"
import { connectToRedis } from "./redis"

/** The default window of a limit, in seconds. */
export const minuteSeconds = 60

/**
 * Returns the limiter of a `policy`: `quota` requests per window. It never fails: while the store is unreachable, it
 * counts in this process. Limiters with the same policy name share counters, so they must use the same window.
 */
export const limiter = (policy: string, quota: number, windowSeconds = minuteSeconds): Promise<RateLimiterAbstract> =>
  processWide(`limit:${policy}:${quota}:${windowSeconds}`, () =>
    make({ keyPrefix: policy, points: quota, duration: windowSeconds }),
  )

type Options = { keyPrefix: string; points: number; duration: number }

async function make(options: Options): Promise<RateLimiterAbstract> {
  const { REDIS_URL, RATE_LIMIT_STORE } = process.env
  if (REDIS_URL) {
    const storeClient = await processWide("redis", () => connectToRedis(REDIS_URL))
    const insuranceLimiter = new StandIn(options)
    return new RateLimiterRedis({ ...options, storeClient, rejectIfRedisNotReady: true, insuranceLimiter })
  }
  if (RATE_LIMIT_STORE === "postgres") {
    const table = { storeClient: database().pool, storeType: "pool", tableName: "rate_limit", tableCreated: true }
    return new RateLimiterPostgres({ ...options, ...table, insuranceLimiter: new StandIn(options) })
  }
  return new RateLimiterMemory(options)
}

const alarmEveryMs = 60_000

/**
 * Counts the same quota in this process only, while the store is unreachable. Logs it, because several processes
 * together now allow more.
 */
class StandIn extends RateLimiterMemory {
  #alarmedAt = Number.NEGATIVE_INFINITY

  override consume(...taken: Parameters<RateLimiterMemory["consume"]>) {
    countLimiterFallback()
    if (performance.now() - this.#alarmedAt > alarmEveryMs) {
      this.#alarmedAt = performance.now()
      void this.#alarm()
    }
    return super.consume(...taken)
  }

  /** The library does not report why Postgres failed, so a test write finds out. */
  async #alarm() {
    const err = process.env.REDIS_URL ? undefined : await writeProbe().catch((error) => error)
    const dependency = process.env.REDIS_URL ? "Redis" : null
    log.error({ policy: this.keyPrefix, ...(err ? { err } : { dependency }) }, "rate limits are counted per process")
  }
}
