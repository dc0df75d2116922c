/** Loads a scan with everything that asking its questions needs, and finds scans on which no process works. */
import { type TeamEngine, teamEngines } from "@/domain/ai-engines/team-engines"
import { extractionBrandSelect } from "@/domain/answers/extraction/brand-columns"
import type { BrandNames } from "@/domain/answers/extraction/mentions"
import type { BrandSites } from "@/domain/answers/extraction/sources"
import { idRow } from "@/domain/kernel/rows"
import { acrossTeams, inTeam, prisma, rows, sql } from "@/prisma/client"
import { type ScanRef, scanRef } from "./scan"

export type OpenScan = ScanRef & {
  brands: (BrandNames & BrandSites)[]
  engines: Map<string, TeamEngine>
  /** Engines of its open tasks, including engines that can no longer be asked. */
  engineIds: string[]
}

/** Marks the scan as running and loads it. Returns undefined when it has ended or was canceled. */
export async function openScan(scanId: string): Promise<OpenScan | undefined> {
  // Across teams, because the job only has the scan's id.
  const [found] = await acrossTeams(() =>
    rows(
      scanRef,
      sql`
        update scan set status = 'running', started_at = coalesce(started_at, now())
        where id = ${scanId} and status in ('queued', 'running') returning team_id, project_id, id as scan_id`,
    ),
  )
  return found && inTeam(found.team_id, () => loadOpenScan(found))
}

async function loadOpenScan(scan: ScanRef): Promise<OpenScan> {
  const { team_id, project_id, scan_id } = scan
  const brands = await prisma.aiBrand.findMany({
    where: { team_id, project_id, kind: { not: "ignored" } },
    select: extractionBrandSelect,
  })
  const open = await rows(
    idRow,
    sql`
      select distinct engine_id as id from scan_task
      where team_id = ${team_id} and scan_id = ${scan_id} and status in ('pending', 'running') order by 1`,
  )
  const engineIds = open.map(({ id }) => id)
  const engines = await teamEngines(team_id, engineIds)
  return { ...scan, brands, engines, engineIds }
}

/** Returns false once the scan was canceled or has ended. */
export async function isRunning({ team_id, scan_id }: ScanRef): Promise<boolean> {
  const found = await rows(sql`select from scan where team_id = ${team_id} and id = ${scan_id} and status = 'running'`)
  return found.length > 0
}

/**
 * Returns scans on which no process works, for example because the process that was notified died: scans with a task
 * that has been due for 30 s, scans without open tasks that have not ended, and canceled scans whose citations are not
 * in the project's totals yet.
 */
export async function findIdleScans(): Promise<string[]> {
  // Across teams, because scans of all teams continue after a restart.
  const found = await acrossTeams(() =>
    rows(
      idRow,
      sql`
        select s.id from scan s cross join lateral (
          select count(*) as open, bool_or(t.status = 'running' and t.due_at > now()) as is_asked,
            bool_or(coalesce(greatest(t.due_at, e.next_question_at), '-infinity') <= now() - interval '30 s') as is_due
          from scan_task t left join team_engine e on e.team_id = t.team_id and e.engine_id = t.engine_id
          where t.team_id = s.team_id and t.scan_id = s.id and t.status in ('pending', 'running')) t
        where s.status in ('queued', 'running') and (t.open = 0 or (t.is_due and not t.is_asked))
          and not exists (select from ai_judgement j where j.scan_id = s.id and j.status = 'running' and j.due_at > now())
          or s.status = 'canceled' and not s.sources_counted
        order by s.queued_at, s.id`,
    ),
  )
  return found.map(({ id }) => id)
}
