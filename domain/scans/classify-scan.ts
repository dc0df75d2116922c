/** Classifies the sentiment of a scan's answers as they arrive. Several processes may do so at once, and any may be killed. */
import { setTimeout as sleep } from "node:timers/promises"
import { EngineFailure } from "@/domain/ai-visibility/engines/engine-client"
import type { TeamEngine } from "@/domain/ai-visibility/engines/team-engines"
import { classifyAnswer } from "@/domain/ai-visibility/sentiment/classify-answer"
import { teamSentimentModel } from "@/domain/ai-visibility/sentiment/team-sentiment-model"
import { prisma } from "@/prisma/client"
import { type Classification, claimClassification, noteAnswers, openClassifications, skipOpen } from "./classifications"
import { gateOf } from "./engine-gate"
import { brokenBy, healthOf } from "./engine-health"
import { aheadMs, pauseEngine, reserveStarts } from "./engine-rate-limit"
import { recordFailure, recordLabels } from "./record-labels"
import { retryIn } from "./task-result"
import type { ScanRef } from "./write-metrics"

/** Call once all answers exist. Returns the milliseconds until more is due, or null when nothing is left to wait for. */
export async function classifyRest(scan: ScanRef, { until }: { until: Date }): Promise<number | null> {
  await classifyScan(scan, { until })
  const { open, due_in_ms } = await openClassifications(scan)
  return open > 0 ? due_in_ms : null
}

/** Classifies the answers that are due. Starts nothing new after `until`. */
export async function classifyScan(scan: ScanRef, { until }: { until: Date }): Promise<void> {
  const sentimentModel = await teamSentimentModel(scan.team_id)
  if (!sentimentModel) return skipOpen(prisma, scan, "no_judge")
  await noteAnswers(scan)
  const gate = gateOf(scan.team_id, sentimentModel)
  const work = async () => {
    while (await gate(() => classifyNext(scan, sentimentModel, until)));
  }
  await Promise.all(Array.from({ length: sentimentModel.concurrency }, work))
}

/** Returns false when nothing is due. */
async function classifyNext(scan: ScanRef, sentimentModel: TeamEngine, until: Date): Promise<boolean> {
  const health = healthOf(scan.scan_id, `${sentimentModel.id} sentiment`)
  if (brokenBy(health)) await skipOpen(prisma, scan, "judge_fails")
  if (!(await reserveStart(scan, sentimentModel, until))) return false
  const classification = await claimClassification(scan, sentimentModel.id)
  if (!classification) return false
  try {
    await recordLabels(scan, sentimentModel, classification, await classifyAnswer(sentimentModel, classification))
    health.failuresInARow = 0
  } catch (failure) {
    if (!(failure instanceof EngineFailure)) throw failure
    health.failuresInARow++
    health.lastCode = failure.code
    await recordFailed(scan, sentimentModel, classification, failure)
  }
  return true
}

/** Records a failure. After "too many requests" it pauses the engine for every process and scan. */
async function recordFailed(
  scan: ScanRef,
  sentimentModel: TeamEngine,
  classification: Classification,
  failure: EngineFailure,
) {
  const seconds = retryIn(failure, classification.attempts + 1)
  await recordFailure(scan, classification, failure.code, seconds)
  if (failure.code === "rate_limited")
    await pauseEngine(scan.team_id, sentimentModel.id, failure.more.retryAfterSeconds ?? 5)
}

/** Waits for the engine's rate limit. Returns false when `until` comes first. */
async function reserveStart({ team_id }: ScanRef, { id, perMinute }: TeamEngine, until: Date): Promise<boolean> {
  while (perMinute !== null && Date.now() < until.getTime()) {
    const { count, firstAt } = await reserveStarts(team_id, id, 1)
    const waitMs = firstAt - performance.now()
    await sleep(count > 0 ? Math.max(waitMs, 0) : Math.min(Math.max(waitMs - aheadMs, 50), 1_000))
    if (count > 0) return true
  }
  return Date.now() < until.getTime()
}
