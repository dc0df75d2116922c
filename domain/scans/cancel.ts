/**
 * Cancels a scan. Remaining questions are not asked, except those that a process is just starting. Answers that arrived
 * are stored but count in no metric. Tasks that are being asked keep their leases, so that their cost counts.
 */
import { z } from "zod"
import { recordAudit } from "@/domain/audit/record"
import { notFound, Problem } from "@/domain/kernel/errors"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { longTransaction, rowsIn, sql } from "@/prisma/client"
import { findScan, scan } from "./scan"
import { writeTasksTimeoutMs } from "./start-scan"
import { isOpenTask, lockTasks, skipTask } from "./tasks"

export const cancelScan = defineOperation({
  id: "scans.cancel",
  summary: "Cancel a scan",
  description: "Canceling a canceled scan changes nothing. No event is sent.",
  audience: "team",
  kind: "mutation",
  role: "member",
  input: z.strictObject({ scan_id: id("scan") }),
  output: scan,
  fails: ["state_conflict"],
  async handle(ctx, { scan_id }) {
    const team_id = ctx.team.id
    await longTransaction(writeTasksTimeoutMs, async (tx) => {
      // Locks the tasks before the scan, as the recording of results does, to avoid deadlocks.
      await tx.$executeRaw(lockTasks(sql`team_id = ${team_id} and scan_id = ${scan_id} and ${isOpenTask}`))
      const [old] = await rowsIn(
        tx,
        scanRow,
        sql`select s.status, s.project_id, p.name from scan s join ai_project p on p.team_id = s.team_id and p.id = s.project_id
          where s.team_id = ${team_id} and s.id = ${scan_id} for update of s`,
      )
      if (!old) throw notFound("scan")
      if (old.status === "canceled") return
      if (!["queued", "running"].includes(old.status))
        throw new Problem("state_conflict", "This scan has already ended, so it cannot be canceled.")
      await tx.$executeRaw(sql`
        with skipped as (update scan_task set ${skipTask}
          where team_id = ${team_id} and scan_id = ${scan_id} and ${isOpenTask} returning 1)
        update scan set status = 'canceled', finished_at = now(), tasks_skipped = tasks_skipped + (select count(*) from skipped)
        where team_id = ${team_id} and id = ${scan_id}`)
      const after = { name: old.name, project_id: old.project_id }
      await recordAudit(ctx, { action: "ai_visibility.scan_canceled", subject_id: scan_id, after }, tx)
    })
    return { data: await findScan(team_id, scan_id) }
  },
})

const scanRow = z.object({ status: z.string(), project_id: z.string(), name: z.string() })
