/** Counts requests and attempts in fixed windows: in this process, or in Redis or Postgres where several processes share them. */
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRedis,
} from "rate-limiter-flexible"
import { database } from "@/prisma/client"
import { log } from "../log"
import { countLimiterFallback } from "../operating/tally"
import { writeProbe } from "../operating/write-probe"
import { processWide } from "../process-wide"
import { connectToRedis } from "./redis"

/** The window of a limit that names no other. */
export const minuteSeconds = 60

/**
 * The limiter of a `policy`: `quota` times in each window. It never fails: while its store is away it counts in this
 * process. Policies of one name share their counters, so they must have the same window.
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

/** The same quota, counted in this process alone; says so, because several processes together now allow more. */
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

  /** The library does not pass on why Postgres failed, so a write to it finds out. */
  async #alarm() {
    const err = process.env.REDIS_URL ? undefined : await writeProbe().catch((error) => error)
    const dependency = process.env.REDIS_URL ? "Redis" : null
    log.error(
      { policy: this.keyPrefix, ...(err ? { err } : { dependency }) },
      "each process counts the rate limits for itself",
    )
  }
}
