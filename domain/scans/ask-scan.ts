/** Asks what is due of a scan. Any number of processes may do so at once, and any may be killed: no answer is asked for twice. */
import { inTeam } from "@/prisma/client"
import { askEngineOf } from "./ask-engine"
import { countCancelled } from "./count-cancelled"
import { endScan } from "./end-scan"
import { forgetHealth } from "./engine-health"
import { judgeRest, judgeScan } from "./judge-scan"
import { takeUp } from "./open-scan"
import { openTasks } from "./tasks"

/** Milliseconds until there is more to do, or null once it has ended. Nothing new is begun after `until`, which may be brought forward. */
export async function askScan(scanId: string, { until }: { until: Date }): Promise<number | null> {
  const scan = await takeUp(scanId)
  if (!scan) {
    await countCancelled(scanId)
    return forget(scanId)
  }
  return inTeam(scan.team_id, async () => {
    const ends = await Promise.allSettled([
      judgeScan(scan, { until }),
      ...scan.engineIds.map((id) => askEngineOf(scan, id, until)),
    ])
    for (const end of ends) if (end.status === "rejected") throw end.reason
    const { open, due_in_ms } = await openTasks(scan)
    if (open > 0) return due_in_ms
    const judgedInMs = await judgeRest(scan, { until })
    if (judgedInMs !== null) return judgedInMs
    await endScan(scan)
    return forget(scanId)
  })
}

function forget(scanId: string) {
  forgetHealth(scanId)
  return null
}
