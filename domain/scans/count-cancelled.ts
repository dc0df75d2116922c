/** Counts the citations of a cancelled scan once nothing more is written to it, because its answers appear in lists like all others. */
import { acrossTeams, inTeam, longTransaction, rows, sql } from "@/prisma/client"
import { addScanSources } from "./add-sources"
import type { ScanRef } from "./write-metrics"

/** Does nothing if the scan is not cancelled or was counted before. */
export async function countCancelled(scanId: string): Promise<void> {
  // Across teams, because the job only has the scan's id.
  const [scan] = await acrossTeams(() =>
    rows<ScanRef>(sql`
      select team_id, project_id, id as scan_id from scan where id = ${scanId} and status = 'canceled' and not sources_counted`),
  )
  if (scan) await inTeam(scan.team_id, () => longTransaction(100_000, (tx) => addScanSources(tx, scan)))
}
