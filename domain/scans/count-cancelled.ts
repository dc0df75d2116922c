/** Counts what the answers of a cancelled scan cite, once nothing more is written to it: its answers are listed like all others. */
import { acrossTeams, inTeam, longTransaction, rows, sql } from "@/prisma/client"
import { addScanSources } from "./add-sources"
import type { ScanRef } from "./write-figures"

/** Does nothing when it is counted, or not cancelled. */
export async function countCancelled(scanId: string): Promise<void> {
  // Across teams: an id is all that whoever carries out the work was given.
  const [scan] = await acrossTeams(() =>
    rows<ScanRef>(sql`
      select team_id, project_id, id as scan_id from scan where id = ${scanId} and status = 'canceled' and not sources_counted`),
  )
  if (scan) await inTeam(scan.team_id, () => longTransaction(100_000, (tx) => addScanSources(tx, scan)))
}
