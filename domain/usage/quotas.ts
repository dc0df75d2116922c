/**
 * Limits requests: charges them to quotas with fixed windows, and refunds some of them. The counters are in this
 * process, or in Redis or Postgres when several processes share them.
 */
import { createHash } from "node:crypto"
import type { Redis } from "ioredis"
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRedis,
  RateLimiterRes,
} from "rate-limiter-flexible"
import { Problem } from "@/domain/kernel/errors"
import { log, reportAvailable } from "@/domain/kernel/log"
import { countLimiterFallback } from "@/domain/kernel/process-counters"
import { processWide } from "@/domain/kernel/process-wide"
import { writeProbe } from "@/domain/kernel/write-probe"
import { database } from "@/prisma/client"

/** `id` identifies the key, team, user or network that is counted. The default window is one minute. */
export type Quota<Policy extends string = string> = {
  policy: Policy
  id: string
  quota: number
  window_seconds?: number
}

/** The `id` of a quota for an email address. It is a hash, so the counters do not contain addresses. */
export const addressKey = (email: string) => createHash("sha256").update(email).digest("base64url")

/** What is left of a quota in its current window. */
export type QuotaState<Policy extends string = string> = {
  policy: Policy
  quota: number
  window_seconds: number
  remaining: number
  resets_in_seconds: number
}

/**
 * Charges one request to each quota, or throws `rate_limited`. When one quota rejects the request, the charges to the
 * others are refunded.
 */
export async function chargeRequest<Policy extends string>(quotas: Quota<Policy>[]): Promise<QuotaState<Policy>[]> {
  const charges = await Promise.all(quotas.map(async (quota) => ({ quota, ...(await charge(quota)) })))
  const states = charges.map(({ state }) => state)
  const exceeded = charges.filter(({ isExceeded }) => isExceeded)
  if (exceeded.length === 0) return states
  const accepted = charges.filter(({ isExceeded }) => !isExceeded)
  await refundWithoutLimit(accepted.map(({ quota }) => quota))
  throw rateLimitProblem(
    exceeded.map(({ state }) => state),
    states,
  )
}

/**
 * Refunds a request to each quota, and returns the new states. A second counter limits the refunds: per window, a quota
 * refunds at most as many requests as it allows. So at most twice the quota can pass.
 */
export const refundRequest = <Policy extends string>(quotas: Quota<Policy>[], states: QuotaState<Policy>[]) =>
  Promise.all(
    states.map(async (state, i) => {
      const quota = quotas[i]
      if (!quota || !(await countRefund(quota, state.resets_in_seconds))) return state
      await refundOne(quota)
      return { ...state, remaining: state.remaining + 1 }
    }),
  )

/** Refunds a request that must not count. These refunds are not limited. */
export const refundWithoutLimit = (quotas: Quota[]) => Promise.all(quotas.map(refundOne))

/** RateLimit and RateLimit-Policy as in draft-ietf-httpapi-ratelimit-headers-10. */
export const rateLimitFields = (states: QuotaState[]) => ({
  "RateLimit-Policy": states.map((s) => `"${s.policy}";q=${s.quota};w=${s.window_seconds}`).join(", "),
  RateLimit: states.map((s) => `"${s.policy}";r=${s.remaining};t=${s.resets_in_seconds}`).join(", "),
})

/**
 * How many tests of each kind a team can run. They are limited, because each stays open until the other side responds.
 */
export const testsPerMinute = 10

/** What a team does with each kind of test, for the error message. */
const testActions = {
  "webhook-test": "send test events to webhooks",
  "engine-test": "test AI engines",
  "source-test": "test authorizations of data sources",
}

/** Counts one test. Throws `rate_limited` when none is left in this minute. */
export async function chargeTest(teamId: string, policy: keyof typeof testActions): Promise<void> {
  const counter = await limiter(policy, testsPerMinute)
  try {
    await counter.consume(teamId)
  } catch (error) {
    if (error instanceof RateLimiterRes) throw tooManyTests(error, policy)
    throw error
  }
}

function tooManyTests({ msBeforeNext }: RateLimiterRes, policy: keyof typeof testActions) {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1_000))
  return new Problem(
    "rate_limited",
    `A team can ${testActions[policy]} ${testsPerMinute} times per minute. Try again in ${seconds} s.`,
    { extra: { "violated-policies": [policy] }, headers: { "Retry-After": String(seconds) } },
  )
}

/** The default window of a limit, in seconds. */
const minuteSeconds = 60

async function charge<Policy extends string>({ policy, id, quota, window_seconds = minuteSeconds }: Quota<Policy>) {
  const counter = await limiter(policy, quota, window_seconds)
  const used = await counter.consume(id).catch(resultOfRefusal)
  const state: QuotaState<Policy> = {
    policy,
    quota,
    window_seconds,
    remaining: Math.max(0, quota - used.consumedPoints),
    resets_in_seconds: Math.ceil(used.msBeforeNext / 1000),
  }
  return { state, isExceeded: used.consumedPoints > quota }
}

/**
 * Returns false when no refunds are left. The counter of refunds ends with the quota's current window, in
 * `secondsLeft`.
 */
async function countRefund({ policy, id, quota }: Quota, secondsLeft: number) {
  // The window of this limiter does not matter, because each count sets its own duration.
  const refunds = await limiter(`${policy}-refund`, quota)
  const used = await refunds.consume(id, 1, { customDuration: Math.max(1, secondsLeft) }).catch(resultOfRefusal)
  return used.consumedPoints <= quota
}

const refundOne = async ({ policy, id, quota, window_seconds }: Quota) =>
  (await limiter(policy, quota, window_seconds)).reward(id)

/** The library throws its result when a quota is used up. Other errors are thrown again. */
function resultOfRefusal(error: unknown): RateLimiterRes {
  if (error instanceof RateLimiterRes) return error
  throw error
}

function rateLimitProblem(exceeded: QuotaState[], states: QuotaState[]) {
  const seconds = Math.max(1, ...exceeded.map((s) => s.resets_in_seconds))
  return new Problem("rate_limited", `The rate limit is used up. Try again in ${seconds} s.`, {
    extra: { "violated-policies": exceeded.map((s) => s.policy) },
    headers: { ...rateLimitFields(states), "Retry-After": String(seconds) },
  })
}

/**
 * Returns the limiter of a `policy`: `quota` requests per window. It never fails: while the store is unreachable, it
 * counts in this process. Limiters with the same policy name share counters, so they must use the same window.
 */
export const limiter = (policy: string, quota: number, windowSeconds = minuteSeconds): Promise<RateLimiterAbstract> =>
  processWide(`limit:${policy}:${quota}:${windowSeconds}`, () =>
    createLimiter({ keyPrefix: policy, points: quota, duration: windowSeconds }),
  )

type Options = { keyPrefix: string; points: number; duration: number }

async function createLimiter(options: Options): Promise<RateLimiterAbstract> {
  const { REDIS_URL, RATE_LIMIT_STORE } = process.env
  if (REDIS_URL) {
    const storeClient = await processWide("redis", () => connectToRedis(REDIS_URL))
    const insuranceLimiter = new FallbackLimiter(options)
    return new RateLimiterRedis({ ...options, storeClient, rejectIfRedisNotReady: true, insuranceLimiter })
  }
  if (RATE_LIMIT_STORE === "postgres") {
    const table = { storeClient: database().pool, storeType: "pool", tableName: "rate_limit", tableCreated: true }
    return new RateLimiterPostgres({ ...options, ...table, insuranceLimiter: new FallbackLimiter(options) })
  }
  return new RateLimiterMemory(options)
}

const warnEveryMs = 60_000

/**
 * Counts the same quota in this process only, while the store is unreachable. Logs it, because several processes
 * together now allow more.
 */
class FallbackLimiter extends RateLimiterMemory {
  #warnedAt = Number.NEGATIVE_INFINITY

  override consume(...consumed: Parameters<RateLimiterMemory["consume"]>) {
    countLimiterFallback()
    if (performance.now() - this.#warnedAt > warnEveryMs) {
      this.#warnedAt = performance.now()
      void this.#logReason()
    }
    return super.consume(...consumed)
  }

  async #logReason() {
    const policy = this.keyPrefix
    const message = "rate limits are counted per process"
    if (process.env.REDIS_URL) return log.error({ policy, dependency: "Redis" }, message)
    // The library does not report why Postgres failed. A test write shows the reason, unless Postgres works again.
    const err = await writeProbe().catch((error) => error)
    log.error(err ? { policy, err } : { policy, dependency: null }, message)
  }
}

/** How long a request waits for Redis (milliseconds), unless REDIS_TIMEOUT_MS is set. */
const defaultTimeoutMs = 500

/**
 * Waits until the connection is ready or fails. While Redis is unreachable, commands fail immediately. Keys start with
 * `signalbox:`.
 */
async function connectToRedis(url: string): Promise<Redis> {
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
  redis.on("ready", () => reportAvailable("Redis"))
  redis.on("error", (err) => log.warn({ err, dependency: "Redis" }, "rate limits are counted per process"))
  await new Promise<void>((settled) => redis.once("ready", settled).once("error", settled))
  return redis
}
