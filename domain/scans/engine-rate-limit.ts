/**
 * Rate limit of a team's engine: the rate that the team set, and pauses that the engine asked for. It is stored in Postgres
 * and shared by all scans and processes.
 */
import { rows, sql } from "@/prisma/client"

/** Start times of questions. `firstAt` (by `performance.now()`) is the earliest start; the others follow every `everyMs`. */
export type ReservedStarts = { count: number; firstAt: number; everyMs: number }

/** Start times are given out at most this far ahead. If the process is killed, at most this much of the rate goes unused. */
export const aheadMs = 1_000

/**
 * Reserves up to `max` start times of an engine with a rate limit. Returns none while the next one is further ahead than
 * `aheadMs`. Reserved start times are spent, used or not.
 */
export async function reserveStarts(teamId: string, engineId: string, max: number): Promise<ReservedStarts> {
  const [found] = await rows<{ count: number; every_ms: number; in_ms: number }>(sql`
    with engine as (
      select greatest(next_question_at, now()) as first, 60.0 / per_minute as every from team_engine
      where team_id = ${teamId} and engine_id = ${engineId} and per_minute is not null for no key update),
    starts as (
      select first, every, case when first > now() + make_interval(secs => ${aheadMs / 1_000}) then 0
        else least(${max}::int, greatest(1, floor(${aheadMs / 1_000} / every)))::int end as count from engine),
    taken as (
      update team_engine e set next_question_at = s.first + make_interval(secs => s.count * s.every)
      from starts s where e.team_id = ${teamId} and e.engine_id = ${engineId} and s.count > 0)
    select count, (every * 1000)::float8 as every_ms, (extract(epoch from first - clock_timestamp()) * 1000)::float8 as in_ms from starts`)
  const { count = 0, every_ms = 0, in_ms = 0 } = found ?? {}
  return { count, firstAt: performance.now() + in_ms, everyMs: every_ms }
}

/** Pauses the engine: no process starts a question to it for this many seconds. */
export function pauseEngine(teamId: string, engineId: string, seconds: number) {
  return rows(sql`
    update team_engine set next_question_at = greatest(next_question_at, now() + make_interval(secs => ${seconds}))
    where team_id = ${teamId} and engine_id = ${engineId}`)
}
