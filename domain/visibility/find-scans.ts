/** Finds scans of a project, latest first, with the calendar day of each. */
import type { Asked } from "@/domain/scans/write-asked"
import { empty, rows, type Sql, sql } from "@/prisma/client"

export type VisibilityProject = {
  team_id: string
  project_id: string
  timezone: string
  week_starts_on: number
  /** While scans are recounted, prompts may be branded that were not when a scan was counted, so sums per scan are not used. */
  is_recounting: boolean
}

export type ChosenScan = {
  id: string
  date: string
  started_on: string
  answers_valid: number
  tasks_missed: number
  status: string
  /** Finish time in seconds since 1970; scans are ordered by it. */
  at: number
  panel_version: number
  /** Empty until the scan's metrics are written. */
  asked: Partial<Asked>
}

/** Condition of every query that does not name a scan by its id. */
export const finished = sql` and s.status in ('completed', 'partial')`

/** Returns the scans that finished within the period. */
export const scansBetween = (
  project: VisibilityProject,
  { from, to }: { from: string; to: string },
  timezone: string,
) =>
  scansWhere(
    project,
    timezone,
    sql`${finished} and s.finished_at >= ${from}::date::timestamp at time zone ${timezone}
      and s.finished_at < (${to}::date + 1)::timestamp at time zone ${timezone}`,
  )

export const scansWhere = (
  { team_id, project_id }: VisibilityProject,
  timezone: string,
  condition: Sql,
  limit = empty,
) =>
  rows<ChosenScan>(sql`
    select s.id, (coalesce(s.finished_at, s.queued_at) at time zone ${timezone})::date as date,
      (coalesce(s.started_at, s.queued_at) at time zone ${timezone})::date as started_on, s.answers_valid,
      s.tasks_failed + s.tasks_skipped as tasks_missed, s.status, extract(epoch from coalesce(s.finished_at, s.queued_at))::float8 as at, s.panel_version, s.asked
    from scan s where s.team_id = ${team_id} and s.project_id = ${project_id}${condition}
    order by s.finished_at desc, s.id desc ${limit}`)
