/**
 * Enforces a team's monthly spend cap. Tasks are claimed only if the cap covers their expected cost, in addition to
 * what is spent and what other claimed tasks are expected to cost. The team's row is locked, so that two processes
 * cannot reserve the same dollars.
 */
import { z } from "zod"
import { costOfAnswer } from "@/domain/ai-engines/prices"
import type { TeamEngine } from "@/domain/ai-engines/team-engines"
import { type Prisma, rows, rowsIn, type Sql, sql } from "@/prisma/client"

export type Allowance =
  /** Maximum number of tasks that can be asked now. */
  | { max: number }
  /** No task of this engine can be asked this month with this cap. */
  | { error_code: "spend_cap" | "price_unknown" }

/** A long answer with web search. Its cost by the team's price is the lower limit of the expected cost. */
const longAnswer = { costUsd: null, tokensIn: 20_000, tokensOut: 4_000 }
/** Expected costs are the highest among this many latest answers, so that the cap holds when answers get longer. */
const recentAnswers = 200

/**
 * Returns how many tasks the cap allows, or null if the team has no cap. Call it in the transaction that claims the
 * tasks.
 */
export async function lockAllowance(
  tx: Prisma.TransactionClient,
  teamId: string,
  engine: TeamEngine,
  now: Date,
): Promise<Allowance | null> {
  const cap = sql`select ai_spend_cap_usd::float8 as cap from team where id = ${teamId}`
  // Most teams have no cap, so the row is read first and locked only if there is one.
  const [teamCap] = await rowsIn(tx, capRow, cap)
  if (!teamCap || teamCap.cap === null) return null
  const [team] = await rowsIn(tx, capRow, sql`${cap} for update`)
  if (!team || team.cap === null) return null
  const day = now.toISOString().slice(0, 10)
  const byPrice = costOfAnswer(longAnswer, engine.prices, { model: engine.settings.model, day })
  const [state] = await rowsIn(
    tx,
    stateRow,
    sql`
      select ${spentThisMonth(teamId, now)} as spent, ${expectedCost(teamId, sql`${engine.id}`)} as expected,
        (select count(*)::int from ${tasksInProgress(teamId)}) as claimed_n,
        (select coalesce(sum(coalesce(e.cost, 0)), 0)::float8
          from ${tasksInProgress(teamId)} cross join lateral (select ${expectedCost(teamId, sql`t.engine_id`)} as cost offset 0) e) as reserved`,
  )
  const { spent: spentUsd = 0, expected: byHistory = null, claimed_n = 0, reserved = 0 } = state ?? {}
  const expectedUsd = byHistory === null && byPrice === null ? null : Math.max(byHistory ?? 0, byPrice ?? 0)
  if (expectedUsd === null) return { error_code: "price_unknown" }
  const left = team.cap - spentUsd - Math.max(reserved, claimed_n * expectedUsd)
  const max = expectedUsd === 0 ? Number.MAX_SAFE_INTEGER : Math.floor(left / expectedUsd)
  // Claimed tasks may cost less than expected. So `spend_cap` is reported only when no task is claimed.
  return max > 0 || claimed_n > 0 ? { max: Math.max(0, max) } : { error_code: "spend_cap" }
}

/** Tasks of the team that are being asked. */
const tasksInProgress = (teamId: string): Sql => sql`(
  select t.engine_id from scan s join scan_task t on t.scan_id = s.id and t.team_id = s.team_id and t.status = 'running'
  where s.team_id = ${teamId} and s.status = 'running') t`

/** The highest cost among the latest answers of an engine. Null if none has a known cost. */
const expectedCost = (teamId: string, engineId: Sql): Sql => sql`(
  select max(a.cost_usd)::float8 from (
    select cost_usd from answer where team_id = ${teamId} and engine_id = ${engineId} and cost_usd is not null
    order by asked_at desc limit ${recentAnswers}) a)`

/** The known cost of the scans of this calendar month (UTC), in US dollars. */
const spentThisMonth = (teamId: string, now: Date): Sql => sql`(
  select coalesce(sum(cost_usd), 0)::float8 from scan
  where team_id = ${teamId} and trigger <> 'import' and queued_at >= date_trunc('month', ${now}::timestamptz, 'UTC'))`

const capRow = z.object({ cap: z.number().nullable() })
const stateRow = z.object({
  spent: z.number(),
  expected: z.number().nullable(),
  claimed_n: z.int(),
  reserved: z.number(),
})

/** True if the team has a cap and has spent it. One classification costs so little that nothing is reserved for it. */
export async function isCapSpent(tx: Prisma.TransactionClient, teamId: string, now: Date): Promise<boolean> {
  const [found] = await rowsIn(
    tx,
    isSpentRow,
    sql`select ${spentThisMonth(teamId, now)} >= ai_spend_cap_usd::float8 as is_spent from team where id = ${teamId}`,
  )
  return found?.is_spent === true
}

const isSpentRow = z.object({ is_spent: z.boolean().nullable() })

export const spend = z
  .object({
    cap_usd: z.number().nullable().meta({ description: "The monthly spend cap in US dollars. `null` without a cap." }),
    spent_usd: z.number().meta({ description: "The known cost of this month's scans, in US dollars." }),
    unknown_n: z.int().meta({ description: "The number of billed requests whose cost is not known." }),
  })
  .meta({ id: "AiSpend" })

type Spend = z.infer<typeof spend>

/** Returns the cap, what is spent of it this month, and the number of billed requests without a known cost. */
export async function spendOf(teamId: string, now: Date): Promise<Spend> {
  const [found] = await rows(
    spend,
    sql`
      select t.ai_spend_cap_usd::float8 as cap_usd, ${spentThisMonth(teamId, now)} as spent_usd,
        (select coalesce(sum(cost_unknown_n), 0)::int from scan where team_id = ${teamId} and trigger <> 'import'
          and queued_at >= date_trunc('month', ${now}::timestamptz, 'UTC')) as unknown_n
      from team t where t.id = ${teamId}`,
  )
  return found as Spend
}

export const exampleSpend: Spend = { cap_usd: 200, spent_usd: 41.2, unknown_n: 0 }
