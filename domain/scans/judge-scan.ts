/** Has the answers of a scan judged, as far as they are there. Any number of processes may do so at once, and any may be killed. */
import { EngineFailure } from "@/domain/ai-visibility/engines/engine-client"
import type { TeamEngine } from "@/domain/ai-visibility/engines/team-engines"
import { judgeAnswer } from "@/domain/ai-visibility/sentiment/judge-answer"
import { teamJudge } from "@/domain/ai-visibility/sentiment/team-judge"
import { prisma } from "@/prisma/client"
import {
  claimJudgements,
  type Judgement,
  noteAnswers,
  openJudgements,
  postponeJudgements,
  skipOpen,
} from "./judgements"
import { recordFailure, recordLabels } from "./record-labels"
import { retryIn } from "./task-result"
import type { ScanRef } from "./write-figures"

/** Once all answers are there: milliseconds until there is more to judge, or null when nothing is left to wait for. */
export async function judgeRest(scan: ScanRef, { until }: { until: Date }): Promise<number | null> {
  await judgeScan(scan, { until })
  const { open, due_in_ms } = await openJudgements(scan)
  return open > 0 ? due_in_ms : null
}

/** Judges what is due. Nothing new is begun after `until`. */
export async function judgeScan(scan: ScanRef, { until }: { until: Date }): Promise<void> {
  const judge = await teamJudge(scan.team_id)
  if (!judge) return skipOpen(prisma, scan, "no_judge")
  await noteAnswers(scan)
  let isOver = false
  const work = async () => {
    while (!isOver && Date.now() < until.getTime()) {
      const [judgement] = await claimJudgements(scan, 1)
      if (!judgement) return
      isOver ||= (await judgeOne(scan, judge, judgement)) === "rest"
    }
  }
  await Promise.all(Array.from({ length: judge.concurrency }, work))
}

/** "rest": the engine asked for a pause. */
async function judgeOne(scan: ScanRef, judge: TeamEngine, judgement: Judgement): Promise<"rest" | undefined> {
  try {
    await recordLabels(scan, judge, judgement, await judgeAnswer(judge, judgement))
  } catch (failure) {
    if (!(failure instanceof EngineFailure)) throw failure
    const seconds = retryIn(failure, judgement.attempts + 1)
    await recordFailure(scan, judgement, failure.code, seconds)
    if (failure.code !== "rate_limited" || seconds === null) return undefined
    await postponeJudgements(scan, seconds)
    return "rest"
  }
}
