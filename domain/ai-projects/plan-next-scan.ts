/** Plans when the next scheduled scan of a project starts. */
import { z } from "zod"
import { Prisma, rowsIn, sql } from "@/prisma/client"
import { nextOccurrence, schedule } from "./schedule"

const scheduleRow = z.object({ is_active: z.boolean(), schedule, timezone: z.string() })

/**
 * Stores the time of the next scheduled scan, and clears `skipped_scan`. The time is null for a manual schedule, and
 * when the project or its client is not active. Call it after the project's schedule or status changed, with the
 * project's row locked or just created.
 */
export async function planNextScan(tx: Prisma.TransactionClient, teamId: string, projectId: string, now: Date) {
  const [project] = await rowsIn(
    tx,
    scheduleRow,
    sql`
      select p.status = 'active' and c.status = 'active' as is_active, p.schedule, ${scheduleTimezone} as timezone from ai_project p
      join client c on c.id = p.client_id and c.team_id = p.team_id join team t on t.id = p.team_id
      where p.team_id = ${teamId} and p.id = ${projectId}`,
  )
  const next_scan_at = project?.is_active ? nextOccurrence(project.schedule, project.timezone, now) : null
  const where = { team_id: teamId, id: projectId }
  await tx.aiProject.updateMany({ where, data: { next_scan_at, skipped_scan: Prisma.DbNull } })
}

/** SQL for the schedule's time zone, given project p, client c and team t. */
export const scheduleTimezone = sql`coalesce(p.schedule ->> 'timezone', c.timezone, t.timezone)`
