/** Starts scans that are due by their schedule. With several processes, only one starts each scan. */
import { z } from "zod"
import { planNextScan, scheduleTimezone } from "@/domain/ai-projects/plan-next-scan"
import { nextOccurrence, schedule } from "@/domain/ai-projects/schedule"
import { type AuditContext, type AuditRecord, recordAudit } from "@/domain/audit/record"
import { systemCaller } from "@/domain/kernel/context"
import { log } from "@/domain/kernel/log"
import { acrossTeams, inTeam, longTransaction, type Prisma, rows, rowsIn, sql } from "@/prisma/client"
import { startScan, writeTasksTimeoutMs } from "./start-scan"

const projectRef = z.object({ team_id: z.string(), project_id: z.string() })
type ProjectRef = z.infer<typeof projectRef>

/**
 * Starts the scans that are due now, and stops early at `until`. A project that fails stays due and does not delay the
 * others.
 */
export async function startDueScans(until: Date, now = () => new Date()) {
  const counts = { started: 0, skipped: 0 }
  for (const ref of await listDueProjects(now())) {
    if (now() > until) break
    try {
      const outcome = await inTeam(ref.team_id, () => startOccurrence(ref, now))
      if (outcome) counts[outcome] += 1
    } catch (err) {
      log.error({ err, project_id: ref.project_id }, "could not start a scheduled scan; retrying in the next minute")
    }
  }
  return counts
}

/**
 * Across teams, because it reads all schedules. Scans of suspended teams and of paused or archived clients and projects
 * wait. So do those of projects with a scan of a selection in progress, which must not replace a scheduled scan.
 */
const listDueProjects = (now: Date) =>
  acrossTeams(() =>
    rows(
      projectRef,
      sql`
        select p.team_id, p.id as project_id from ai_project p join team t on t.id = p.team_id
        join client c on c.id = p.client_id and c.team_id = p.team_id
        where not t.is_suspended and c.status = 'active' and p.status = 'active' and (p.next_scan_at <= ${now}
          or (p.next_scan_at is null and p.schedule ->> 'every' <> 'manual')) and not ${hasOpenSelection}
        order by p.next_scan_at nulls first, p.id`,
    ),
  )

/** SQL condition on project `p`. */
const hasOpenSelection = sql`exists (
  select from scan s where s.team_id = p.team_id and s.project_id = p.id and s.status in ('queued', 'running') and s.selection is not null)`

const startOccurrence = ({ team_id, project_id }: ProjectRef, now: () => Date) =>
  longTransaction(writeTasksTimeoutMs, async (tx): Promise<"started" | "skipped" | null> => {
    const occurrence = await lockOccurrence(tx, { team_id, project_id }, now())
    if (!occurrence) return null
    if (occurrence.due_at === null) {
      await planNextScan(tx, team_id, project_id, now())
      return null
    }
    // Planned from now, not from the missed time, so that one scan replaces any number of missed ones.
    const next_scan_at = nextOccurrence(occurrence.schedule, occurrence.timezone, now())
    const where = { team_id, id: project_id }
    await tx.aiProject.updateMany({ where, data: { next_scan_at } })
    const ctx: AuditContext = { team: { id: team_id }, ...systemCaller("Schedule", now) }
    const started = await startScan(tx, ctx, project_id, "schedule")
    if (started.scan_id !== null) return "started"
    const { code, message, fix } = started.blocker
    const skipped_scan = { due_at: occurrence.due_at.toISOString(), code, message, fix }
    await tx.aiProject.updateMany({ where, data: { skipped_scan } })
    const skipped: AuditRecord = {
      action: "ai_visibility.scan_skipped",
      subject_id: project_id,
      after: { name: occurrence.name, project_id, ...skipped_scan },
    }
    await recordAudit(ctx, skipped, tx)
    return "skipped"
  })

const occurrenceRow = z.object({ name: z.string(), due_at: z.date().nullable(), schedule, timezone: z.string() })

/** Returns undefined when another process holds the project or it is no longer due. */
async function lockOccurrence(tx: Prisma.TransactionClient, { team_id, project_id }: ProjectRef, now: Date) {
  const [found] = await rowsIn(
    tx,
    occurrenceRow,
    sql`
      select p.name, p.next_scan_at as due_at, p.schedule, ${scheduleTimezone} as timezone from ai_project p
      join client c on c.id = p.client_id and c.team_id = p.team_id join team t on t.id = p.team_id
      where p.team_id = ${team_id} and p.id = ${project_id} and p.status = 'active' and c.status = 'active' and not t.is_suspended
        and coalesce(p.next_scan_at, ${now}) <= ${now} and not ${hasOpenSelection}
      for update of p skip locked`,
  )
  return found
}
