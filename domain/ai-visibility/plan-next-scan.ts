/** Plans when the next scheduled scan of a project starts. */
import { Prisma, sql } from "@/prisma/client"
import { nextOccurrence, type Schedule } from "./schedule"

type Planned = { is_active: boolean; schedule: Schedule; timezone: string }

/** Call after the project's schedule or state changed. The caller holds the project's row lock or has just created the row. */
export async function planNextScan(tx: Prisma.TransactionClient, teamId: string, projectId: string, now: Date) {
  const [found] = await tx.$queryRaw<Planned[]>(sql`
    select p.status = 'active' and c.status = 'active' as is_active, p.schedule, ${zoneOfSchedule} as timezone from ai_project p
    join client c on c.id = p.client_id and c.team_id = p.team_id join team t on t.id = p.team_id
    where p.team_id = ${teamId} and p.id = ${projectId}`)
  const next_scan_at = found?.is_active ? nextOccurrence(found.schedule, found.timezone, now) : null
  const where = { team_id: teamId, id: projectId }
  await tx.aiProject.updateMany({ where, data: { next_scan_at, skipped_scan: Prisma.DbNull } })
}

/** SQL for the schedule's time zone, given project p, client c and team t. */
export const zoneOfSchedule = sql`coalesce(p.schedule ->> 'timezone', c.timezone, t.timezone)`

/** Clears the planned scans that depend on the team's time zone after it changed. They are planned again before they are due. */
export const forgetNextScans = (tx: Prisma.TransactionClient, teamId: string, now: Date) =>
  tx.$executeRaw(sql`
    update ai_project p set next_scan_at = null from client c
    where p.team_id = ${teamId} and c.id = p.client_id and c.team_id = p.team_id and c.timezone is null
      and not p.schedule ? 'timezone' and p.next_scan_at > ${now}`)

/** Clears one client's planned scans later than `after`, once its time zone or state changed. They are planned again. */
export const forgetNextScansOfClient = (tx: Prisma.TransactionClient, teamId: string, clientId: string, after: Date) =>
  tx.$executeRaw(sql`
    update ai_project set next_scan_at = null
    where team_id = ${teamId} and client_id = ${clientId} and next_scan_at > ${after}`)
