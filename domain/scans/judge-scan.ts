/** Classifies the sentiment of a scan's answers as they arrive. Several processes may do so at once, and any may be killed. */
import { setTimeout as sleep } from "node:timers/promises"
import { EngineFailure } from "@/domain/ai-visibility/engines/engine-client"
import type { TeamEngine } from "@/domain/ai-visibility/engines/team-engines"
import { judgeAnswer } from "@/domain/ai-visibility/sentiment/judge-answer"
import { teamJudge } from "@/domain/ai-visibility/sentiment/team-judge"
import { prisma } from "@/prisma/client"
import { gateOf } from "./engine-gate"
import { brokenBy, healthOf } from "./engine-health"
import { aheadMs, rest, takeTurns } from "./engine-turns"
import { claimJudgement, type Judgement, noteAnswers, openJudgements, skipOpen } from "./judgements"
import { recordFailure, recordLabels } from "./record-labels"
import { retryIn } from "./task-result"
import type { ScanRef } from "./write-metrics"

/** Call once all answers exist. Returns the milliseconds until more is due, or null when nothing is left to wait for. */
export async function judgeRest(scan: ScanRef, { until }: { until: Date }): Promise<number | null> {
  await judgeScan(scan, { until })
  const { open, due_in_ms } = await openJudgements(scan)
  return open > 0 ? due_in_ms : null
}

/** Classifies the answers that are due. Starts nothing new after `until`. */
export async function judgeScan(scan: ScanRef, { until }: { until: Date }): Promise<void> {
  const judge = await teamJudge(scan.team_id)
  if (!judge) return skipOpen(prisma, scan, "no_judge")
  await noteAnswers(scan)
  const gate = gateOf(scan.team_id, judge)
  const work = async () => {
    while (await gate(() => judgeNext(scan, judge, until)));
  }
  await Promise.all(Array.from({ length: judge.concurrency }, work))
}

/** Returns false when nothing is due. */
async function judgeNext(scan: ScanRef, judge: TeamEngine, until: Date): Promise<boolean> {
  const health = healthOf(scan.scan_id, `${judge.id} judging`)
  if (brokenBy(health)) await skipOpen(prisma, scan, "judge_fails")
  if (!(await takeTurn(scan, judge, until))) return false
  const judgement = await claimJudgement(scan, judge.id)
  if (!judgement) return false
  try {
    await recordLabels(scan, judge, judgement, await judgeAnswer(judge, judgement))
    health.failuresInARow = 0
  } catch (failure) {
    if (!(failure instanceof EngineFailure)) throw failure
    health.failuresInARow++
    health.lastCode = failure.code
    await recordFailed(scan, judge, judgement, failure)
  }
  return true
}

/** Records a failure. After "too many requests" it pauses the engine for every process and scan. */
async function recordFailed(scan: ScanRef, judge: TeamEngine, judgement: Judgement, failure: EngineFailure) {
  const seconds = retryIn(failure, judgement.attempts + 1)
  await recordFailure(scan, judgement, failure.code, seconds)
  if (failure.code === "rate_limited") await rest(scan.team_id, judge.id, failure.more.retryAfterSeconds ?? 5)
}

/** Waits for the engine's rate limit. Returns false when `until` comes first. */
async function takeTurn({ team_id }: ScanRef, { id, perMinute }: TeamEngine, until: Date): Promise<boolean> {
  while (perMinute !== null && Date.now() < until.getTime()) {
    const { count, firstAt } = await takeTurns(team_id, id, 1)
    const waitMs = firstAt - performance.now()
    await sleep(count > 0 ? Math.max(waitMs, 0) : Math.min(Math.max(waitMs - aheadMs, 50), 1_000))
    if (count > 0) return true
  }
  return Date.now() < until.getTime()
}
