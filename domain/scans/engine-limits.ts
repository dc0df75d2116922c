/**
 * Limits the requests to a team's engine: rate, pauses that the engine asked for, requests in flight, and consecutive
 * failures. Rate and pauses are stored in Postgres and shared by all scans and processes. The others count in
 * this process.
 */
import pLimit, { type LimitFunction } from "p-limit"
import { z } from "zod"
import type { FailureCode } from "@/domain/ai-engines/engine-client"
import type { TeamEngine } from "@/domain/ai-engines/team-engines"
import { processWide } from "@/domain/kernel/process-wide"
import { rows, sql } from "@/prisma/client"

/**
 * Start times of questions. `firstAt` (by `performance.now()`) is the earliest start; the others follow every
 * `everyMs`.
 */
export type ReservedStarts = { count: number; firstAt: number; everyMs: number }

/**
 * Start times are reserved at most this far ahead. If the process is killed, the rate limit goes unused for at most
 * this long.
 */
export const maxReserveAheadMs = 1_000

/**
 * Reserves up to `max` start times of an engine with a rate limit. Returns none while the next one is further ahead
 * than `maxReserveAheadMs`. Start times that are not used cannot be returned.
 */
export async function reserveStarts(teamId: string, engineId: string, max: number): Promise<ReservedStarts> {
  const [found] = await rows(
    limitRow,
    sql`
      with engine as (
        select greatest(next_question_at, now()) as first, 60.0 / per_minute as every from team_engine
        where team_id = ${teamId} and engine_id = ${engineId} and per_minute is not null for no key update),
      starts as (
        select first, every, case when first > now() + make_interval(secs => ${maxReserveAheadMs / 1_000}) then 0
          else least(${max}::int, greatest(1, floor(${maxReserveAheadMs / 1_000} / every)))::int end as count from engine),
      taken as (
        update team_engine e set next_question_at = s.first + make_interval(secs => s.count * s.every)
        from starts s where e.team_id = ${teamId} and e.engine_id = ${engineId} and s.count > 0)
      select count, (every * 1000)::float8 as every_ms, (extract(epoch from first - clock_timestamp()) * 1000)::float8 as in_ms from starts`,
  )
  const { count = 0, every_ms = 0, in_ms = 0 } = found ?? {}
  return { count, firstAt: performance.now() + in_ms, everyMs: every_ms }
}

const limitRow = z.object({ count: z.number(), every_ms: z.number(), in_ms: z.number() })

/**
 * SQL condition on a row of `team_engine`: the engine asked for a pause that has not ended. With a rate limit,
 * `next_question_at` is also the end of the reserved start times. They start at most `maxReserveAheadMs` ahead and last
 * as long again, or as long as one question. So only a later time is known to be a pause.
 */
export const isPaused = sql`next_question_at > now() + case when per_minute is null then interval '0'
  else make_interval(secs => ${maxReserveAheadMs / 1_000} + greatest(${maxReserveAheadMs / 1_000}, 60.0 / per_minute)) end`

/** Pauses the engine: no process starts a question to it for this many seconds. */
export function pauseEngine(teamId: string, engineId: string, seconds: number) {
  return rows(sql`
    update team_engine set next_question_at = greatest(next_question_at, now() + make_interval(secs => ${seconds}))
    where team_id = ${teamId} and engine_id = ${engineId}`)
}

const limiters = processWide("engine-limiters", () => new Map<string, LimitFunction>())

/** Limits the questions in flight per team and engine, across all of the team's scans. */
export function engineLimiter(teamId: string, { id, concurrency }: TeamEngine): LimitFunction {
  const key = `${teamId} ${id}`
  const limiter = limiters.get(key) ?? pLimit(concurrency)
  limiter.concurrency = concurrency
  limiters.set(key, limiter)
  return limiter
}

/**
 * Opens the circuit breaker: after this many failures without an answer in between, the scan's remaining questions to
 * the engine are not asked. All 429 responses to questions that were in flight at the same time count as one failure.
 */
export const maxConsecutiveFailures = 20

export type EngineHealth = { failuresInARow: number; lastCode: FailureCode | "internal" | null }

/** Consecutive failures by scan and engine. In memory only, so the count restarts at zero after a process is killed. */
const health = processWide("engine-health", () => new Map<string, Map<string, EngineHealth>>())

export function engineHealthOf(scanId: string, engineId: string): EngineHealth {
  const ofScan = health.get(scanId) ?? new Map<string, EngineHealth>()
  health.set(scanId, ofScan)
  const found = ofScan.get(engineId) ?? { failuresInARow: 0, lastCode: null }
  ofScan.set(engineId, found)
  return found
}

/** Call when the scan has ended or this process no longer works on it. */
export const clearEngineHealth = (scanId: string) => void health.delete(scanId)

/**
 * Circuit breaker: returns the error code for the engine's remaining tasks while it is open, and null while it is
 * closed.
 */
export const openCircuitError = ({ failuresInARow, lastCode }: EngineHealth) =>
  failuresInARow >= maxConsecutiveFailures ? lastCode : null
