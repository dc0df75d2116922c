/**
 * Processes a scan: asks its due tasks, classifies sentiment and ends it. Several processes may do so at the same
 * time, and any may be killed. A question with a recorded answer is never asked again.
 */
import type { Deadline } from "@/domain/kernel/deadline"
import { inTeam } from "@/prisma/client"
import { addCanceledScanSources } from "./add-sources"
import { endScan } from "./end-scan"
import { clearEngineHealth } from "./engine-limits"
import { isRunning, openScan } from "./open-scan"
import { classifyRemaining, classifyScan } from "./run-classifications"
import { runEngineTasks } from "./run-engine-tasks"
import { countOpenTasks } from "./tasks"

/**
 * Returns the milliseconds until more work is due, or null once the scan has ended. Starts nothing new after the
 * deadline.
 */
export async function processScan(scanId: string, deadline: Deadline): Promise<number | null> {
  const scan = await openScan(scanId)
  if (!scan) {
    await addCanceledScanSources(scanId)
    clearEngineHealth(scanId)
    return null
  }
  return inTeam(scan.team_id, async () => {
    // Waits for all of them before it throws, so that no engine is still working on the scan afterwards.
    const results = await Promise.allSettled([
      classifyScan(scan, deadline),
      ...scan.engineIds.map((id) => runEngineTasks(scan, id, deadline)),
    ])
    for (const result of results) if (result.status === "rejected") throw result.reason
    const { open, due_in_ms } = await countOpenTasks(scan)
    if (open > 0) return due_in_ms
    // A canceled scan has no open tasks either. Its answers are not classified.
    if (await isRunning(scan)) {
      const nextClassificationInMs = await classifyRemaining(scan, deadline)
      if (nextClassificationInMs !== null) return nextClassificationInMs
      await endScan(scan)
    }
    clearEngineHealth(scanId)
    return null
  })
}
