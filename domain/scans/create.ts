/** Starts a scan of a project: its tasks are written here, and asked by whoever is woken by the commit. */
import { z } from "zod"
import { lockProject } from "@/domain/ai-visibility/lock-project"
import { recordAudit } from "@/domain/audit/record"
import { id, newId } from "@/domain/ids"
import { defineOperation } from "@/domain/operation"
import { type Prisma, prisma, sql } from "@/prisma/client"
import { problemOf } from "./blockers"
import { exampleScan, findScan, scan } from "./scan"
import { type ScanSize, sizeOfScan } from "./size-of-scan"

export const createScan = defineOperation({
  id: "scans.create",
  summary: "Start a scan of an AI-visibility project",
  description: "Every active prompt is asked of every engine of the project. One scan of a project runs at a time.",
  audience: "team",
  kind: "mutation",
  role: "member",
  input: z.strictObject({ project_id: id("aiProject") }),
  output: scan,
  example: exampleScan,
  fails: ["state_conflict", "plan_required", "plan_limit_reached"],
  async handle(ctx, { project_id }) {
    const team_id = ctx.team.id
    const scanId = await prisma.$transaction(async (tx) => {
      const made = await startScan(tx, { teamId: team_id, projectId: project_id, trigger: "manual", now: ctx.now() })
      const after = { project_id, tasks: made.size.tasks }
      await recordAudit(ctx, { action: "ai_visibility.scan_started", subject_id: made.id, after }, tx)
      return made.id
    })
    return { data: await findScan(team_id, scanId) }
  },
})

type Start = { teamId: string; projectId: string; trigger: "manual" | "schedule"; now: Date }

async function startScan(tx: Prisma.TransactionClient, { teamId, projectId, trigger, now }: Start) {
  const project = await lockProject(tx, teamId, projectId)
  // Locked, so that two projects at once cannot spend the same rest of the month.
  await tx.$queryRaw(sql`select id from team where id = ${teamId} for update`)
  const size = await sizeOfScan(tx, teamId, projectId, now)
  if (size.blockers[0]) throw problemOf(size.blockers[0], size)
  const scanId = newId("scan", now.getTime())
  await tx.scan.create({
    data: {
      id: scanId,
      team_id: teamId,
      project_id: projectId,
      trigger,
      panel_version: project.panel_version,
      tasks_total: size.tasks,
      queued_at: now,
      created_at: now,
    },
  })
  await writeTasks(tx, teamId, projectId, scanId, size)
  await tx.$executeRaw(sql`select pg_notify('scan_started', ${scanId})`)
  return { id: scanId, size }
}

/** Run by run, so that a scan that is cut off early has asked everything about equally often. */
const writeTasks = (
  tx: Prisma.TransactionClient,
  teamId: string,
  projectId: string,
  scanId: string,
  { engines, runs }: ScanSize,
) =>
  tx.$executeRaw(sql`
    insert into scan_task (id, team_id, scan_id, prompt_id, engine_id, region, run_index)
    select ${newId("task").slice(0, -16)} || upper(left(replace(gen_random_uuid()::text, '-', ''), 16)), ${teamId}, ${scanId}, p.id, e.id, r.region, n.run
    from generate_series(1, ${runs}::int) as n(run) cross join ai_prompt p cross join unnest(${engines.map((engine) => engine.id)}::text[]) as e(id)
    cross join (select unnest(case when cardinality(regions) = 0 then array[''] else regions end) as region
      from ai_project where team_id = ${teamId} and id = ${projectId}) r
    where p.team_id = ${teamId} and p.project_id = ${projectId} and p.status = 'active'`)
