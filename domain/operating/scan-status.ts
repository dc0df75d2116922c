/**
 * Reports open, failed, partial and skipped scans to operators, with team, engines, time and reason.
 *
 * A question is a row of `scan_task`: one prompt, asked of one engine in one region, once.
 */
import { z } from "zod"
import { timestamp } from "@/domain/kernel/fields"
import { isPaused } from "@/domain/scans/engine-limits"
import { acrossTeams, rows, sql } from "@/prisma/client"

const engineStatus = z.object({
  engine_id: z.string(),
  /** Questions that are not answered yet. */
  open: z.int(),
  failed: z.int(),
  skipped: z.int(),
  /** The most common error code of the questions without an answer. */
  error_code: z.string().nullable(),
  /** The engine asked us to pause until this time. */
  paused_until: timestamp().nullable(),
})
export type EngineStatus = z.infer<typeof engineStatus>

const statusRow = z.object({
  team: z.string(),
  project: z.string(),
  /** null for a scan that a schedule could not start. */
  scan_id: z.string().nullable(),
  /** `stuck`: questions are due, and no process asks them. `skipped`: a scheduled scan that could not start. */
  state: z.enum(["queued", "running", "stuck", "failed", "partial", "skipped"]),
  since: timestamp(),
  /** Questions of the scan. */
  tasks: z.int(),
  answered: z.int(),
  error_code: z.string().nullable(),
  /** Why a schedule could not start the scan. */
  reason: z.string().nullable(),
  engines: z.array(engineStatus),
})
export type ScanStatus = z.infer<typeof statusRow>

/** Normally a due question is asked within seconds. If one waits for longer than this, no process asks questions. */
export const stuckAfterMinutes = 2

/**
 * Returns open scans, scans that failed or ended partially in the last `days` (without imports), and for each project
 * the scheduled scan that could not start. Oldest first. Across teams: an operator monitors all teams.
 */
export const scanStatus = ({ days }: { days: number }): Promise<ScanStatus[]> =>
  acrossTeams(() => rows(statusRow, statement(days)))

/** `stuckAfterMinutes` as an interval of Postgres. */
const stuckAfter = sql`make_interval(mins => ${stuckAfterMinutes}::int)`

/**
 * Open scans, with `state` (queued, running or stuck) and `since`. A scan is stuck if no question is being asked, no
 * answer is being classified, and nothing has happened for `stuckAfterMinutes` since the next question was due.
 */
export const openScans = sql`
    select s.*, case when progress.is_worked_on then s.status else 'stuck' end as state,
      case when progress.is_worked_on then coalesce(s.started_at, s.queued_at) else progress.idle_since end as since
    from scan s
    cross join lateral (
      select coalesce(bool_or(t.status = 'running' and t.due_at > now()), false) as is_asked,
        min(greatest(t.due_at, e.next_question_at)) as due_at
      from scan_task t left join team_engine e on e.team_id = t.team_id and e.engine_id = t.engine_id
      where t.team_id = s.team_id and t.scan_id = s.id and t.status in ('pending', 'running')) questions
    cross join lateral (select max(a.asked_at) as last_at from answer a where a.team_id = s.team_id and a.scan_id = s.id) answers
    cross join lateral (select greatest(s.queued_at, s.started_at, questions.due_at, answers.last_at) as idle_since) idle
    cross join lateral (select idle.idle_since, questions.is_asked or idle.idle_since > now() - ${stuckAfter} or exists (
      select from ai_judgement j where j.team_id = s.team_id and j.scan_id = s.id and j.status = 'running' and j.due_at > now())
      as is_worked_on) progress
    where s.status in ('queued', 'running')`

const statement = (days: number) => sql`
  with open as (${openScans}
  ), ended as (
    select s.*, s.status as state, s.finished_at as since from scan s
    where s.status in ('failed', 'partial') and s.trigger <> 'import' and s.finished_at > now() - make_interval(days => ${days}::int)
  )
  select t.slug as team, p.name as project, s.id as scan_id, s.state, s.since, s.tasks_total as tasks, s.tasks_succeeded as answered,
    s.error_code, null as reason, coalesce(e.engines, '[]') as engines
  from (select * from open union all select * from ended) s
  join team t on t.id = s.team_id join ai_project p on p.id = s.project_id and p.team_id = s.team_id
  left join lateral (${engines}) e on true
  union all
  select t.slug, p.name, null, 'skipped', (p.skipped_scan ->> 'due_at')::timestamptz, 0, 0, p.skipped_scan ->> 'code',
    (p.skipped_scan ->> 'message') || ' ' || (p.skipped_scan ->> 'fix'), '[]'
  from ai_project p join team t on t.id = p.team_id where p.skipped_scan is not null and p.status = 'active'
  order by since, team, project`

const engines = sql`
  select json_agg(json_build_object('engine_id', n.engine_id, 'open', n.open, 'failed', n.failed, 'skipped', n.skipped,
    'error_code', n.error_code, 'paused_until', x.next_question_at) order by n.engine_id) as engines
  from (select k.engine_id, count(*) filter (where k.status in ('pending', 'running')) as open,
      count(*) filter (where k.status = 'failed') as failed, count(*) filter (where k.status = 'skipped') as skipped,
      mode() within group (order by k.error_code) filter (where k.status <> 'succeeded') as error_code
    from scan_task k where k.team_id = s.team_id and k.scan_id = s.id group by k.engine_id) n
  left join team_engine x on x.team_id = s.team_id and x.engine_id = n.engine_id and ${isPaused} and n.open > 0`
