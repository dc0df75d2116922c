/** Replaces the metrics of a scan after all its answers were re-extracted, in one transaction. Sends no event: the scan did when it ended. */
import { writeMetrics } from "@/domain/scans/write-metrics"
import { longTransaction, sql } from "@/prisma/client"
import { lockRecount, type Reading } from "./reading"

export async function finishScan(reading: Reading) {
  await longTransaction(100_000, async (tx) => {
    const { team_id, project_id, scan_id, version } = reading
    if (!(await lockRecount(tx, reading))) return
    const [scan] = await tx.$queryRaw<{ status: string }[]>(
      sql`select status from scan where team_id = ${team_id} and id = ${scan_id} for update`,
    )
    if (scan && scan.status !== "canceled") await writeMetrics(tx, reading)
    await tx.$executeRaw(
      sql`update scan set brands_version = ${version} where team_id = ${team_id} and id = ${scan_id}`,
    )
    await tx.$executeRaw(sql`
        update ai_recount set scan_id = null, after_answer = '', updated_at = now() where team_id = ${team_id} and project_id = ${project_id}`)
  })
}
