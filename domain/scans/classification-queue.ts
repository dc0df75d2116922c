/**
 * Queue of a scan's answers for sentiment classification. Each answer goes through these steps:
 *
 * 1. `queueAnswers` adds it as `pending`.
 * 2. `claimClassification` leases it (`running`), counts it against the monthly budget, and reserves its expected cost
 *    from the spend cap. Without budget or cap, it skips what is left.
 * 3. run-classifications.ts records the result: `judged`, `failed`, or `pending` with the time of the next attempt. If
 *    its process is gone, `releaseExpiredClassifications` makes it `pending` again.
 * 4. `enforceClassificationDeadline` skips what is still open ten minutes after the last answer arrived.
 *
 * In the names of tables, columns and codes, "judge" is the team's sentiment model: `ai_judgement` is a classification,
 * and `ai_judge` has the team's choice of model and its monthly budget.
 */
import { z } from "zod"
import { sampleEngineIds } from "@/domain/ai-engines/kinds"
import type { TeamEngine } from "@/domain/ai-engines/team-engines"
import { plannedTeam } from "@/domain/kernel/plans"
import { createLeaseToken } from "@/domain/kernel/process-lock"
import { answerToClassify, classifiedCharacters } from "@/domain/sentiment/classify-answer"
import { budgetOf } from "@/domain/sentiment/sentiment-model"
import { type Prisma, prisma, rows, rowsIn, sql } from "@/prisma/client"
import { isPaused } from "./engine-limits"
import type { ScanRef } from "./scan"
import { classificationByPrice, expectedClassificationCost, lockSpendCap, remainingAllowance } from "./spend-cap"
import { maxAttempts, skipTask } from "./tasks"

/** Longer than the two questions of one classification, each with a timeout of 45 s. */
const leaseSeconds = 120

/** How long a scan waits for its sentiment once all of its answers have arrived. */
const classifyMinutes = 10

const classification = answerToClassify.extend({ answer_id: z.string(), attempts: z.int(), lease_token: z.string() })
export type Classification = z.infer<typeof classification>

/**
 * Adds the answers that mention a tracked brand to the queue, once each. Mentions after the part that the model reads
 * do not count. Answers of sample engines are invented, so they are never classified.
 */
export async function queueAnswers({ team_id, project_id, scan_id }: ScanRef) {
  await rows(sql`
    with queued as (
      insert into ai_judgement (answer_id, team_id, scan_id)
      select a.id, ${team_id}, ${scan_id} from answer a
      where a.team_id = ${team_id} and a.scan_id = ${scan_id} and a.engine_id <> all(${[...sampleEngineIds]})
        and not exists (select from ai_judgement j where j.answer_id = a.id and j.team_id = ${team_id})
        and exists (select from (select * from mention where answer_id = a.id offset 0) m join ai_brand b on b.id = m.brand_id and b.team_id = ${team_id}
          where m.team_id = ${team_id} and b.project_id = ${project_id} and b.kind in ('own', 'competitor') and m.first_offset < ${classifiedCharacters})
      on conflict do nothing returning 1)
    update scan set to_judge_n = coalesce(to_judge_n, 0) + n from (select count(*)::int as n from queued) queued
    where team_id = ${team_id} and id = ${scan_id} and (n > 0 or to_judge_n is null)`)
}

/**
 * Leases the next due answer to the caller, counts it against the monthly budget, and adds its expected cost to what is
 * spent. Returns undefined when none is due, when the scan was canceled, while the engine is paused, and while requests
 * in flight reserve the rest of the spend cap. When the monthly budget or the spend cap is spent, it skips the
 * remaining answers.
 */
export async function claimClassification(
  scan: ScanRef,
  sentimentModel: TeamEngine,
  token = createLeaseToken(),
): Promise<Classification | undefined> {
  return prisma.$transaction(async (tx) => {
    const allowed = await allowNext(tx, scan, sentimentModel)
    if (!allowed) return undefined
    const [claimed] = await claim(tx, scan, sentimentModel.id, { token, ...allowed })
    if (!claimed) return undefined
    await tx.$executeRaw(sql`
      update ai_judge set asked_n = case when month = ${thisMonth} then asked_n else 0 end + 1, month = ${thisMonth}
      where team_id = ${scan.team_id}`)
    await tx.$executeRaw(sql`
      update scan set expected_usd = expected_usd + ${allowed.expectedUsd ?? 0}::numeric where team_id = ${scan.team_id} and id = ${scan.scan_id}`)
    return claimed
  })
}

type Allowed = { expectedUsd: number | null }

/**
 * Returns the expected cost of the next classification in US dollars, null if it is not known. Returns undefined if the
 * monthly budget or the spend cap does not cover it, and then skips or postpones the waiting answers.
 */
async function allowNext(
  tx: Prisma.TransactionClient,
  scan: ScanRef,
  sentimentModel: TeamEngine,
): Promise<Allowed | undefined> {
  if ((await lockRemainingBudget(tx, scan.team_id)) === 0) {
    await skipOpenClassifications(tx, scan, "over_budget")
    return undefined
  }
  const now = new Date()
  if (!(await lockSpendCap(tx, scan.team_id))) return { expectedUsd: classificationByPrice(sentimentModel, now) }
  const expected = expectedClassificationCost(scan.team_id, sentimentModel, now)
  const allowance = await remainingAllowance(tx, scan.team_id, expected, now)
  if ("error_code" in allowance) {
    await skipOpenClassifications(tx, scan, allowance.error_code)
    return undefined
  }
  if (allowance.affordableAttempts > 0) return allowance
  await postponeDue(tx, scan)
  return undefined
}

/** Makes due classifications wait while requests in flight reserve the rest of the spend cap. */
const postponeDue = (tx: Prisma.TransactionClient, { team_id, scan_id }: ScanRef) =>
  tx.$executeRaw(sql`
    update ai_judgement set due_at = now() + interval '5 s'
    where team_id = ${team_id} and scan_id = ${scan_id} and status = 'pending' and (due_at is null or due_at <= now())`)

const thisMonth = sql`date_trunc('month', now(), 'UTC')::date`

const budgetRow = plannedTeam.extend({ monthly_budget: z.int(), asked: z.int() })

/**
 * Returns how many answers can still be classified this month. Locks the row, so that two scans cannot spend the same
 * remaining budget.
 */
async function lockRemainingBudget(tx: Prisma.TransactionClient, teamId: string): Promise<number> {
  const [found] = await rowsIn(
    tx,
    budgetRow,
    sql`
      select t.plan, t.limits, j.monthly_budget, case when j.month = ${thisMonth} then j.asked_n else 0 end as asked
      from ai_judge j join team t on t.id = j.team_id where j.team_id = ${teamId} for update of j`,
  )
  return found ? Math.max(0, budgetOf(found, found.monthly_budget) - found.asked) : 0
}

/** SQL condition on a classification: it can be claimed now. */
const canBeClaimed = ({ team_id, scan_id }: ScanRef, sentimentModelId: string) => sql`
  team_id = ${team_id} and scan_id = ${scan_id} and status = 'pending' and (due_at is null or due_at <= now())
  and exists (select from scan s where s.team_id = ${team_id} and s.id = ${scan_id} and s.status = 'running')
  and not exists (select from team_engine where team_id = ${team_id} and engine_id = ${sentimentModelId} and ${isPaused})`

/** Returns how many classifications can be claimed now. Ignores the monthly budget and the spend cap. */
export async function countDueClassifications(scan: ScanRef, sentimentModelId: string): Promise<number> {
  const [found] = await rows(
    dueRow,
    sql`select count(*)::int as due from ai_judgement where ${canBeClaimed(scan, sentimentModelId)}`,
  )
  return (found as { due: number }).due
}

const dueRow = z.object({ due: z.int() })

function claim(
  tx: Prisma.TransactionClient,
  scan: ScanRef,
  sentimentModelId: string,
  { token, expectedUsd }: Allowed & { token: string },
): Promise<Classification[]> {
  const { team_id } = scan
  return rowsIn(
    tx,
    classification,
    sql`
      with due as (
        select answer_id from ai_judgement where ${canBeClaimed(scan, sentimentModelId)}
        order by due_at nulls first limit 1 for update skip locked)
      update ai_judgement j set status = 'running', lease_token = ${token}, due_at = now() + make_interval(secs => ${leaseSeconds}),
        reserved_usd = ${expectedUsd}::numeric
      from due join answer a on a.id = due.answer_id and a.team_id = ${team_id} join ai_prompt p on p.id = a.prompt_id and p.team_id = ${team_id}
      where j.team_id = ${team_id} and j.answer_id = due.answer_id
      returning j.answer_id, j.attempts::int, j.lease_token, p.text as prompt, a.text,
        (select coalesce(json_agg(json_build_object('id', b.id, 'name', b.name, 'matched_alias', m.matched_alias) order by m.rank), '[]')
          from mention m join ai_brand b on b.id = m.brand_id and b.team_id = ${team_id}
          where m.answer_id = a.id and m.team_id = ${team_id} and b.kind in ('own', 'competitor') and m.first_offset < ${classifiedCharacters}) as brands`,
  )
}

/**
 * SQL: when to look at a classification again. Running ones after at most 5 s, because a lease ends early if its
 * process is gone.
 */
const dueAt = sql`case status when 'running' then least(due_at, now() + interval '5 s') else coalesce(due_at, now()) end`

/**
 * Releases expired leases of a scan, or of all teams without one. All teams include skipped classifications and those
 * of canceled scans, which no claim reads; call it in `acrossTeams`. Whether the model was asked is not known, so each
 * lease counts as an attempt and as a request without a known cost. Its expected cost stays in `scan.expected_usd`.
 */
export async function releaseExpiredClassifications(scan?: ScanRef): Promise<void> {
  const isOfScan = scan
    ? sql`team_id = ${scan.team_id} and scan_id = ${scan.scan_id} and status = 'running'`
    : sql`true`
  await rows(sql`
    with expired as (
      select answer_id, team_id from ai_judgement
      where ${isOfScan} and lease_token is not null and due_at <= now() for update skip locked),
    released as (
      update ai_judgement j set attempts = j.attempts + 1, lease_token = null, due_at = null,
        status = case when j.status = 'skipped' then j.status when j.attempts + 1 >= ${maxAttempts} then 'failed' else 'pending' end,
        error_code = case when j.status <> 'skipped' and j.attempts + 1 >= ${maxAttempts} then 'internal' else j.error_code end
      from expired e where j.answer_id = e.answer_id and j.team_id = e.team_id returning j.team_id, j.scan_id),
    counted as (select team_id, scan_id, count(*) as released_n from released group by team_id, scan_id)
    update scan s set cost_unknown_n = s.cost_unknown_n + c.released_n
    from counted c where s.team_id = c.team_id and s.id = c.scan_id`)
}

/**
 * Skips open answers, which stay without sentiment. Running ones may finish, except after the deadline ("out_of_time").
 * After the deadline they keep their leases, so that their cost still counts. "no_judge": the team has no sentiment
 * model. "judge_fails": the circuit breaker of the model is open.
 */
export async function skipOpenClassifications(
  db: Pick<Prisma.TransactionClient, "$executeRaw">,
  { team_id, scan_id }: ScanRef,
  error_code: "over_budget" | "spend_cap" | "price_unknown" | "out_of_time" | "no_judge" | "judge_fails",
) {
  await db.$executeRaw(sql`
    update ai_judgement set ${skipTask}, error_code = ${error_code}
    where team_id = ${team_id} and scan_id = ${scan_id}
      and (status = 'pending' or status = 'running' and ${error_code === "out_of_time"})`)
}

/**
 * Call when all answers of the scan have arrived. The first call starts the deadline. After the deadline, skips the
 * open classifications. Returns how many are still open, and the milliseconds until the next one is due.
 */
export async function enforceClassificationDeadline(scan: ScanRef): Promise<{ open: number; due_in_ms: number }> {
  const { team_id, scan_id } = scan
  const [found] = await rows(
    openRow,
    sql`
      with timed as (
        update scan set judge_until = coalesce(judge_until, now() + make_interval(mins => ${classifyMinutes}))
        where team_id = ${team_id} and id = ${scan_id} and to_judge_n > 0 returning judge_until),
      paused as (
        select e.next_question_at from ai_judge j join team_engine e on e.team_id = j.team_id and e.engine_id = j.engine_id where j.team_id = ${team_id})
      select count(*)::int as open, coalesce(bool_or(now() >= (select judge_until from timed)), false) as is_late,
        greatest(0, extract(epoch from least(greatest(min(${dueAt}), (select next_question_at from paused)),
          (select judge_until from timed)) - now()) * 1000)::float8 as due_in_ms
      from ai_judgement where team_id = ${team_id} and scan_id = ${scan_id} and status in ('pending', 'running')`,
  )
  if (!found?.is_late) return found as { open: number; due_in_ms: number }
  await skipOpenClassifications(prisma, scan, "out_of_time")
  return { open: 0, due_in_ms: 0 }
}

const openRow = z.object({ open: z.number(), due_in_ms: z.number(), is_late: z.boolean() })
