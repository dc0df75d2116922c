/**
 * Runs a scan of the sample team with sample engines until its event is published. A running server shares the work.
 */
import { setTimeout as sleep } from "node:timers/promises"
import { sampleTeamEngineIds } from "@/domain/ai-engines/kinds"
import { systemCaller, type TeamFacts } from "@/domain/kernel/context"
import { Deadline } from "@/domain/kernel/deadline"
import { processScan } from "@/domain/scans/process-scan"
import { findScan } from "@/domain/scans/scan"
import { startScan, writeTasksTimeoutMs } from "@/domain/scans/start-scan"
import { inTeam, longTransaction, prisma } from "@/prisma/client"
import { UserError } from "../user-error"

/** Returns the id of the scan's `scan.completed` event and a title for it. */
export async function runScan(team: TeamFacts): Promise<{ id: string; title: string }> {
  const project = await inTeam(team.id, () =>
    prisma.aiProject.findFirst({
      where: { team_id: team.id, status: "active", OR: asksSampleEngines },
      orderBy: { id: "asc" },
    }),
  )
  if (!project)
    throw new UserError(
      `${team.name} has no active project that asks only sample engines. Create one under AI visibility.`,
    )
  const scanId = await startProjectScan(team, project.id)
  await askUntilDone(scanId)
  return inTeam(team.id, async () => {
    const { status, tasks } = await findScan(team.id, scanId)
    const dedup_key = `scan.completed:${scanId}`
    const { id } = await prisma.webhookMessage.findFirstOrThrow({ where: { team_id: team.id, dedup_key } })
    return {
      id,
      title: `The scan of ${project.name} asked sample engines ${tasks.total} questions and is ${status}`,
    }
  })
}

/** Matches projects that ask only sample engines: the engine `sample` of every team, or those of the sample team. */
const asksSampleEngines = [["sample"], [...sampleTeamEngineIds]].map((ids) => ({ asked_engines: { equals: ids } }))

async function startProjectScan(team: TeamFacts, projectId: string): Promise<string> {
  const ctx = { team, ...systemCaller("npm run demo:scan", () => new Date()) }
  const outcome = await inTeam(team.id, () =>
    longTransaction(writeTasksTimeoutMs, (tx) => startScan(tx, ctx, projectId, "manual")),
  )
  if (outcome.scan_id === null) throw new UserError(`${outcome.blocker.message} ${outcome.blocker.fix}`)
  return outcome.scan_id
}

async function askUntilDone(scanId: string) {
  for (;;) {
    const waitMs = await processScan(scanId, new Deadline(60_000))
    if (waitMs === null) return
    await sleep(Math.min(waitMs, 1_000))
  }
}
