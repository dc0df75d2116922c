/** Computes the counts of finished scans, with the function that the end of a scan calls. */
import pLimit from "p-limit"
import type { TeamFacts } from "@/domain/kernel/context"
import { writeMetrics } from "@/domain/scans/write-metrics"
import { inTeam, longTransaction, prisma } from "@/prisma/client"

/** Counts all scans of the project, two at a time. Returns the seconds that each took. */
export async function countScans(team: TeamFacts, project_id: string): Promise<number[]> {
  const scans = await inTeam(team.id, () =>
    prisma.scan.findMany({ where: { team_id: team.id, project_id }, select: { id: true } }),
  )
  const limit = pLimit(2)
  const countScan = async (scan_id: string) => {
    const startedAt = performance.now()
    await inTeam(team.id, () =>
      longTransaction(100_000, (tx) => writeMetrics(tx, { team_id: team.id, project_id, scan_id })),
    )
    return (performance.now() - startedAt) / 1000
  }
  return Promise.all(scans.map(({ id }) => limit(() => countScan(id))))
}
