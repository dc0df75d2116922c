/**
 * Classifies the sentiment of a scan's answers: at the start of each round those that have arrived, and the rest after
 * the last answer. Several processes may do so at the same time, and any may be killed.
 */
import { setTimeout as sleep } from "node:timers/promises"
import { type AttemptCost, costOfAttempt } from "@/domain/ai-engines/billing"
import { EngineError } from "@/domain/ai-engines/engine-client"
import type { TeamEngine } from "@/domain/ai-engines/team-engines"
import type { Deadline } from "@/domain/kernel/deadline"
import { type Classified, classifyAnswer, methodOf } from "@/domain/sentiment/classify-answer"
import { teamSentimentModel } from "@/domain/sentiment/sentiment-model"
import { prisma, rows, type Sql, sql } from "@/prisma/client"
import {
  type Classification,
  claimClassification,
  countDueClassifications,
  enforceClassificationDeadline,
  queueAnswers,
  releaseExpiredClassifications,
  skipOpenClassifications,
} from "./classification-queue"
import {
  engineHealthOf,
  engineLimiter,
  maxReserveAheadMs,
  openCircuitError,
  pauseEngine,
  reserveStarts,
} from "./engine-limits"
import type { ScanRef } from "./scan"
import { retryDelaySeconds } from "./task-result"
import { withLease } from "./tasks"

/**
 * Classifies what is left. Call it when all answers have arrived. Returns the milliseconds until the next
 * classification is due, or null when none is open.
 */
export async function classifyRemaining(scan: ScanRef, deadline: Deadline): Promise<number | null> {
  await classifyScan(scan, deadline)
  const { open, due_in_ms } = await enforceClassificationDeadline(scan)
  return open > 0 ? due_in_ms : null
}

/** Classifies the answers that are due when it is called. Starts nothing new after the deadline. */
export async function classifyScan(scan: ScanRef, deadline: Deadline): Promise<void> {
  await releaseExpiredClassifications(scan)
  const sentimentModel = await teamSentimentModel(scan.team_id)
  if (!sentimentModel) return skipOpenClassifications(prisma, scan, "no_judge")
  await queueAnswers(scan)
  const limiter = engineLimiter(scan.team_id, sentimentModel)
  // Counted, because a worker reserves a start time before it claims an answer, and cannot return it.
  let due = await countDueClassifications(scan, sentimentModel.id)
  const classifyUntilNoneIsDue = async () => {
    while (due > 0) {
      due--
      const canContinue = await limiter(() => classifyNext(scan, sentimentModel, deadline))
      if (!canContinue) return
    }
  }
  await Promise.all(Array.from({ length: sentimentModel.concurrency }, classifyUntilNoneIsDue))
}

/** Classifies one answer. Returns false when it cannot claim one, or when the deadline comes before the next start. */
async function classifyNext(scan: ScanRef, sentimentModel: TeamEngine, deadline: Deadline): Promise<boolean> {
  const health = engineHealthOf(scan.scan_id, `${sentimentModel.id} sentiment`)
  if (openCircuitError(health)) {
    await skipOpenClassifications(prisma, scan, "judge_fails")
    return false
  }
  if (!(await reserveStart(scan, sentimentModel, deadline))) return false
  return withLease(async (token) => {
    const classification = await claimClassification(scan, sentimentModel, token)
    if (!classification) return false
    const failuresBefore = health.failuresInARow
    try {
      await recordLabels(scan, sentimentModel, classification, await classifyAnswer(sentimentModel, classification))
      health.failuresInARow = 0
    } catch (failure) {
      if (!(failure instanceof EngineError)) throw failure
      // All 429 responses to questions that were in flight at the same time count as one failure.
      if (failure.code !== "rate_limited" || health.failuresInARow === failuresBefore) health.failuresInARow++
      health.lastCode = failure.code
      await handleFailure(scan, sentimentModel, classification, failure)
    }
    return true
  })
}

/** Records a failure and its cost. After "too many requests" it pauses the engine for every process and scan. */
async function handleFailure(
  scan: ScanRef,
  sentimentModel: TeamEngine,
  classification: Classification,
  failure: EngineError,
) {
  const cost = costOfAttempt(failure.more.billed ?? "unknown", sentimentModel, new Date())
  await writeFailure(scan, classification, failure, addCost(cost))
  if (failure.code === "rate_limited")
    await pauseEngine(scan.team_id, sentimentModel.id, failure.more.retryAfterSeconds ?? 5)
}

/** Waits for the engine's rate limit. Returns false when the deadline comes first. */
async function reserveStart({ team_id }: ScanRef, { id, perMinute }: TeamEngine, deadline: Deadline): Promise<boolean> {
  while (perMinute !== null && !deadline.hasPassed) {
    const { count, firstAt } = await reserveStarts(team_id, id, 1)
    const waitMs = firstAt - performance.now()
    await sleep(count > 0 ? Math.max(waitMs, 0) : Math.min(Math.max(waitMs - maxReserveAheadMs, 50), 1_000))
    if (count > 0) return true
  }
  return !deadline.hasPassed
}

type LeasedAnswer = Pick<Classification, "answer_id" | "lease_token">

/**
 * Writes the labels, the end of the lease and the scan's counts in one statement. If the answer was skipped meanwhile,
 * because the labels arrived after the deadline, only their cost counts.
 */
export async function recordLabels(
  { team_id, scan_id }: ScanRef,
  sentimentModel: TeamEngine,
  { answer_id, lease_token }: LeasedAnswer,
  { labels, costUsd }: Classified,
) {
  const records = [...labels].map(([brand_id, sentiment]) => ({ brand_id, sentiment }))
  await rows(sql`
    with leased as (
      update ai_judgement set status = case status when 'skipped' then status else 'judged' end, attempts = attempts + 1,
        error_code = case status when 'skipped' then error_code end, lease_token = null, due_at = null
      where team_id = ${team_id} and answer_id = ${answer_id} and lease_token = ${lease_token} returning answer_id, status, reserved_usd),
    labelled as (
      update mention m set sentiment = r.sentiment, sentiment_method = ${methodOf(sentimentModel)}
      from leased, jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as r(brand_id text, sentiment text)
      where leased.status = 'judged' and m.team_id = ${team_id} and m.answer_id = leased.answer_id and m.brand_id = r.brand_id)
    update scan set judged_n = judged_n + case leased.status when 'judged' then 1 else 0 end, ${addCost({ is_billed: true, cost_usd: costUsd })}
    from leased where team_id = ${team_id} and id = ${scan_id}`)
}

/** Writes the failure and the time of the next attempt. Without a next attempt, the answer stays without sentiment. */
async function writeFailure(
  { team_id, scan_id }: ScanRef,
  { answer_id, lease_token, attempts }: Classification,
  failure: EngineError,
  costAdded: Sql,
) {
  const retryInSeconds = retryDelaySeconds(failure, attempts + 1)
  await rows(sql`
    with leased as (
      update ai_judgement set status = case status when 'skipped' then status else ${retryInSeconds === null ? "failed" : "pending"} end,
        attempts = attempts + 1, error_code = case status when 'skipped' then error_code else ${failure.code} end,
        lease_token = null, due_at = case when status <> 'skipped' then now() + make_interval(secs => ${retryInSeconds}) end
      where team_id = ${team_id} and answer_id = ${answer_id} and lease_token = ${lease_token} returning reserved_usd)
    update scan set ${costAdded} from leased where team_id = ${team_id} and id = ${scan_id}`)
}

/**
 * SQL assignments that replace the expected cost of a classification by its cost if that is known. `leased` is
 * the classification whose lease the caller holds.
 */
function addCost({ is_billed, cost_usd }: AttemptCost): Sql {
  const isUnknown = is_billed && cost_usd === null
  return sql`cost_usd = cost_usd + ${cost_usd ?? 0}::numeric, cost_unknown_n = cost_unknown_n + ${isUnknown ? 1 : 0}::int,
    expected_usd = expected_usd - ${isUnknown ? sql`0` : sql`coalesce(leased.reserved_usd, 0)`}`
}
