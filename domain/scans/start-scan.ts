/** Starts a scan: writes its tasks. The commit notifies the workers that ask them. */
import { lockProject } from "@/domain/ai-projects/lock-project"
import { brandsVersion } from "@/domain/ai-projects/request-recount"
import { type AuditContext, recordAudit } from "@/domain/audit/record"
import { Problem } from "@/domain/kernel/errors"
import { newId } from "@/domain/kernel/ids"
import { idRow } from "@/domain/kernel/rows"
import { Prisma, rowsIn, type Sql, sql } from "@/prisma/client"
import type { Blocker } from "./blockers"
import type { ScanRef } from "./scan"
import { resolveSelection, type ScanChoice, type ScanSelection, settingsOfSelection } from "./selection"
import { type ScanSize, sizeOfScan } from "./size-of-scan"

/** Time for a statement that writes all tasks of a scan. Use it with `longTransaction`. */
export const writeTasksTimeoutMs = 60_000

type Started = { size: ScanSize } & ({ scan_id: string } | { scan_id: null; blocker: Blocker })

/** Call in a `longTransaction` of `writeTasksTimeoutMs`. If something blocks the scan, nothing is written. */
export async function startScan(
  tx: Prisma.TransactionClient,
  ctx: AuditContext,
  project_id: string,
  trigger: "manual" | "schedule",
  choice: ScanChoice = {},
): Promise<Started> {
  const team_id = ctx.team.id
  const now = ctx.now()
  const { name, panel_version } = await lockProject(tx, team_id, project_id)
  await lockUnsuspendedTeam(tx, team_id)
  const selection = await resolveSelection(tx, team_id, project_id, choice)
  const size = await sizeOfScan(tx, team_id, project_id, now, settingsOfSelection(selection))
  const [blocker] = size.blockers
  if (blocker) return { scan_id: null, blocker, size }
  const scan_id = newId("scan", now.getTime())
  await tx.scan.create({
    data: {
      id: scan_id,
      team_id,
      project_id,
      trigger,
      started_by: ctx.actor.kind === "system" ? null : ctx.actor.name,
      panel_version,
      brands_version: await brandsVersion(tx, { teamId: team_id, projectId: project_id }),
      tasks_total: size.tasks,
      sources_counted: false,
      ...(selection && { selection: storedSelection(selection) }),
      queued_at: now,
      created_at: now,
    },
  })
  await writeTasks(tx, { team_id, project_id, scan_id }, size, selection?.promptIds ?? null)
  // A scan of a selection does not make up for a skipped scan.
  if (!selection)
    await tx.aiProject.updateMany({ where: { team_id, id: project_id }, data: { skipped_scan: Prisma.DbNull } })
  const after = { name, project_id, tasks: size.tasks, ...(selection && { selection: storedSelection(selection) }) }
  await recordAudit(ctx, { action: "ai_visibility.scan_started", subject_id: scan_id, after }, tx)
  await tx.$executeRaw(sql`select pg_notify('scan_started', ${scan_id})`)
  return { scan_id, size }
}

/**
 * Locks the team, so that two projects cannot spend the same remaining monthly budget. Throws if it is suspended: a
 * suspension cancels only the scans that have started before.
 */
async function lockUnsuspendedTeam(tx: Prisma.TransactionClient, teamId: string) {
  const locked = await rowsIn(tx, idRow, sql`select id from team where id = ${teamId} and not is_suspended for update`)
  if (locked.length === 0) throw new Problem("team_suspended", "This team is suspended, so no scan can start.")
}

const storedSelection = ({ engines, promptIds }: ScanSelection) => ({ engines, prompts_n: promptIds.length })

/** Writes a task for each prompt, engine, region and run. Null `promptIds`: all active prompts. */
const writeTasks = (
  tx: Prisma.TransactionClient,
  { team_id, project_id, scan_id }: ScanRef,
  { engines, runs }: ScanSize,
  promptIds: string[] | null,
) =>
  tx.$executeRaw(sql`
    insert into scan_task (id, team_id, scan_id, prompt_id, engine_id, region, run_index)
    select ${randomTaskId()}, ${team_id}, ${scan_id}, p.id, e.id, r.region, n.run
    from generate_series(1, ${runs}::int) as n(run) cross join ai_prompt p cross join unnest(${engines.map((engine) => engine.id)}::text[]) as e(id)
    cross join (select unnest(case when cardinality(regions) = 0 then array[''] else regions end) as region
      from ai_project where team_id = ${team_id} and id = ${project_id}) r
    where p.team_id = ${team_id} and p.project_id = ${project_id} and p.status = 'active'
      and (${promptIds}::text[] is null or p.id = any(${promptIds}::text[]))`)

/**
 * SQL for a task id that differs in every row. The first part is the prefix and the time, as in `newId`. The 16 random
 * characters after it come from Postgres, which writes the rows.
 */
function randomTaskId(): Sql {
  const prefixAndTime = newId("task").slice(0, -16)
  return sql`${prefixAndTime} || upper(left(replace(gen_random_uuid()::text, '-', ''), 16))`
}
