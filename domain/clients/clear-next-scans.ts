/**
 * Clears planned scans of AI-visibility projects when a time zone or a client's state changes. The search for due scans
 * plans them again.
 */
import { type Prisma, sql } from "@/prisma/client"

/** Clears the planned scans after `after` whose time zone is the team's. */
export const clearNextScansOfTeam = (tx: Prisma.TransactionClient, teamId: string, after: Date) =>
  tx.$executeRaw(sql`
    update ai_project p set next_scan_at = null from client c
    where p.team_id = ${teamId} and c.id = p.client_id and c.team_id = p.team_id and c.timezone is null
      and not (p.schedule ? 'timezone') and p.next_scan_at > ${after}`)

/** Clears the planned scans of one client. With `after`, only those that are later. */
export const clearNextScansOfClient = (tx: Prisma.TransactionClient, teamId: string, clientId: string, after?: Date) =>
  tx.$executeRaw(sql`
    update ai_project set next_scan_at = null
    where team_id = ${teamId} and client_id = ${clientId} and next_scan_at > ${after ?? new Date(0)}`)
