/**
 * Enforces a team's monthly spend cap. A claim reserves the expected cost of each attempt, and claims only as many
 * attempts as the rest of the cap covers. The result replaces the reservation with the actual cost, or with the
 * expected cost if the actual cost is unknown. The team's row is locked, so that two processes cannot reserve the same
 * dollars. Sample engines cost nothing, so their claims do not use this.
 *
 * The columns that count against the cap:
 *
 * - `scan.cost_usd`: the known costs.
 * - `scan.expected_usd`: the expected cost of attempts whose cost is unknown, and the reservations of classifications.
 * - `scan_task.reserved_usd`: the reservation of a task, as long as the task has a lease.
 *
 * Classifications store their reservation in `ai_judgement.reserved_usd` only to subtract it from `scan.expected_usd`
 * later.
 */
import { z } from "zod"
import type { Usage } from "@/domain/ai-engines/engine-client"
import { sampleEngineIds, searchesWeb } from "@/domain/ai-engines/kinds"
import { priceOn } from "@/domain/ai-engines/price-on"
import { costOfAnswer, lacksPricePerSearch } from "@/domain/ai-engines/prices"
import type { TeamEngine } from "@/domain/ai-engines/team-engines"
import { type Prisma, rows, rowsIn, type Sql, sql } from "@/prisma/client"

export type Allowance =
  /** How many attempts the rest of the cap covers now, and the expected cost of each. */
  | { affordableAttempts: number; expectedUsd: number }
  /** The engine cannot be asked again this month with this cap. */
  | { error_code: "spend_cap" | "price_unknown" }

/** A long answer with web search. Its cost by the team's price is the lower limit of the expected cost. */
const longAnswer = { costUsd: null, tokensIn: 20_000, tokensOut: 4_000 }
/** The web searches of a long answer of an engine that searches the web. Most answers need fewer. */
const longAnswerSearches = 10
/** Expected costs are the highest among this many latest answers, so that the cap holds when answers get longer. */
const recentAnswers = 200

/** The cost of a long answer, or of `usage`, in US dollars. Null without a price. Sample engines cost nothing. */
export function expectedByPrice(engine: TeamEngine, now: Date, usage?: Usage & { requests?: number }): number | null {
  if (engine.kind === "sample") return 0
  const searches = searchesWeb(engine.kind, engine.settings) ? longAnswerSearches : 0
  return costOfAnswer(usage ?? { ...longAnswer, searches }, engine.prices, modelAndDay(engine, now))
}

const modelAndDay = ({ settings }: TeamEngine, now: Date) => ({
  model: settings.model,
  day: now.toISOString().slice(0, 10),
})

/**
 * Locks the team's row until the transaction ends. Returns false if the team has no cap. Most teams have none, so the
 * row is read first and locked only if there is one.
 */
export async function lockSpendCap(tx: Prisma.TransactionClient, teamId: string): Promise<boolean> {
  const cap = sql`select ai_spend_cap_usd is not null as is_capped from team where id = ${teamId}`
  const [found] = await rowsIn(tx, cappedRow, cap)
  if (!found?.is_capped) return false
  const [locked] = await rowsIn(tx, cappedRow, sql`${cap} for no key update`)
  return locked?.is_capped === true
}

const cappedRow = z.object({ is_capped: z.boolean() })

/**
 * Returns how many more attempts fit under the cap if each costs `expected` US dollars (null if it is not known). Call
 * it after `lockSpendCap`, in the transaction that claims the tasks or classifications.
 */
export async function remainingAllowance(
  tx: Prisma.TransactionClient,
  teamId: string,
  expected: Sql,
  now: Date,
): Promise<Allowance> {
  const [found] = await rowsIn(
    tx,
    allowanceRow,
    sql`
      with attempt as (select ${expected} as expected),
      ${inFlight(teamId)}
      select attempt.expected::float8, in_flight.running_n::int,
        floor((t.ai_spend_cap_usd - ${spentThisMonth(teamId, now)} - in_flight.reserved_for_tasks) / nullif(attempt.expected, 0))::float8 as affordable_attempts
      from team t, attempt, in_flight where t.id = ${teamId}`,
  )
  if (!found || found.expected === null) return { error_code: "price_unknown" }
  const affordableAttempts = found.affordable_attempts ?? Number.MAX_SAFE_INTEGER
  // Attempts in flight may cost less than expected. So `spend_cap` is reported only when none is in flight.
  // `reserved_for_tasks` includes tasks with an expired lease, because they may have been billed. `running_n` does not,
  // because they are no longer expected to report a lower cost.
  if (affordableAttempts <= 0 && found.running_n === 0) return { error_code: "spend_cap" }
  return { affordableAttempts: Math.max(0, affordableAttempts), expectedUsd: found.expected }
}

/**
 * SQL, given `attempt`: in_flight, what is running. `reserved_for_tasks` leaves out the reservations of
 * classifications, because `spentThisMonth` has them. Sample engines cost nothing and are left out. A task that was claimed when no cost was known reserves the
 * cost that is expected now.
 */
const inFlight = (teamId: string): Sql => sql`
  in_flight as (
    select count(*) filter (where t.due_at > now()) + (select count(*) from ai_judgement
        where team_id = ${teamId} and lease_token is not null and due_at > now()) as running_n,
      coalesce(sum(coalesce(t.reserved_usd, attempt.expected)), 0) as reserved_for_tasks
    from attempt, scan_task t where t.team_id = ${teamId} and t.lease_token is not null
      and t.engine_id <> all(${[...sampleEngineIds]}::text[]))`

/** `affordable_attempts` is null if an attempt is expected to cost nothing. */
const allowanceRow = z.object({
  expected: z.number().nullable(),
  running_n: z.int(),
  affordable_attempts: z.number().nullable(),
})

/**
 * SQL: the expected cost of an answer of an engine. Null if neither its price nor an earlier cost is known, or if its
 * price lacks the price per search: earlier known costs are then those of answers without searches.
 */
export const expectedAnswerCost = (teamId: string, engine: TeamEngine, now: Date): Sql =>
  lacksPricePerSearch(priceOn(engine.prices, modelAndDay(engine, now)), engine.kind, engine.settings)
    ? sql`null::numeric`
    : sql`greatest(${highestCost(teamId, engine.id)}, ${expectedByPrice(engine, now)}::numeric)`

/** A long classification whose first response was unusable, so that it was asked twice. */
const longClassification = { costUsd: null, tokensIn: 24_000, tokensOut: 2_000, searches: 0, requests: 2 }

/** The cost of a long classification by the team's price, in US dollars. Null without a price. */
export const classificationByPrice = (sentimentModel: TeamEngine, now: Date) =>
  expectedByPrice(sentimentModel, now, longClassification)

/** SQL: the expected cost of a classification. Without a price, that of an answer of the engine, which is longer. */
export const expectedClassificationCost = (teamId: string, sentimentModel: TeamEngine, now: Date): Sql =>
  sql`coalesce(${classificationByPrice(sentimentModel, now)}::numeric, ${highestCost(teamId, sentimentModel.id)})`

/** The highest cost among the latest answers of an engine. Null if none has a known cost. */
const highestCost = (teamId: string, engineId: string): Sql => sql`(
  select max(a.cost_usd) from (
    select cost_usd from answer where team_id = ${teamId} and engine_id = ${engineId} and cost_usd is not null
    order by asked_at desc limit ${recentAnswers}) a)`

/**
 * True for scans that were open in this calendar month (UTC). A scan that runs across the end of a month counts in
 * both, because its costs have no dates.
 */
const isThisMonth = (now: Date): Sql => sql`(status in ('queued', 'running')
  or greatest(queued_at, finished_at) >= date_trunc('month', ${now}::timestamptz, 'UTC'))`

/**
 * SQL: what this month's scans cost, in US dollars: known costs, expected costs where they are unknown, and the
 * reservations of classifications.
 */
const spentThisMonth = (teamId: string, now: Date): Sql => sql`(
  select coalesce(sum(cost_usd + expected_usd), 0) from scan
  where team_id = ${teamId} and trigger <> 'import' and ${isThisMonth(now)})`

export const spend = z.object({
  cap_usd: z.number().nullable().meta({ description: "The monthly spend cap in US dollars. `null` without a cap." }),
  spent_usd: z.number().meta({
    description:
      "What this month's scans cost, in US dollars: the known costs, and the expected cost of billed attempts whose cost is not known.",
  }),
  unknown_n: z.int().meta({ description: "The number of billed attempts whose cost is not known." }),
})

type Spend = z.infer<typeof spend>

/** Returns the cap, what is spent of it this month, and the number of billed attempts without a known cost. */
export async function readSpend(teamId: string, now: Date): Promise<Spend> {
  const [found] = await rows(
    spend,
    sql`
      select t.ai_spend_cap_usd::float8 as cap_usd, ${spentThisMonth(teamId, now)}::float8 as spent_usd,
        (select coalesce(sum(cost_unknown_n), 0)::int from scan
          where team_id = ${teamId} and trigger <> 'import' and ${isThisMonth(now)}) as unknown_n
      from team t where t.id = ${teamId}`,
  )
  return found as Spend
}
