/** Asks for earlier answers to be read again, because a project's brands have changed. */
import { type Prisma, sql } from "@/prisma/client"

type Within = { teamId: string; projectId: string }

/** In the transaction that changes the brands, with the project locked. What is under way for an older version is given up. */
export async function requestRecount(tx: Prisma.TransactionClient, { teamId, projectId }: Within) {
  await tx.$executeRaw(sql`
    insert into ai_recount as r (project_id, team_id, version, total_n, finished_at)
    select ${projectId}, ${teamId}, 1, n, case when n = 0 then now() end from (${answersToRead(teamId, projectId)}) a
    on conflict (project_id) do update set version = r.version + 1, scan_id = null, after_answer = '', done_n = 0,
      total_n = excluded.total_n, finished_at = excluded.finished_at, updated_at = now()`)
  await wake(tx, { teamId, projectId })
}

const answersToRead = (teamId: string, projectId: string) => sql`
  select coalesce(sum(answers_valid), 0)::int as n from scan
  where team_id = ${teamId} and project_id = ${projectId} and status in ('completed', 'partial', 'failed', 'canceled')`

/** Which brands a scan that starts now will look for. */
export async function brandsVersion(tx: Prisma.TransactionClient, { teamId, projectId }: Within): Promise<number> {
  const found = await tx.aiRecount.findFirst({
    where: { team_id: teamId, project_id: projectId },
    select: { version: true },
  })
  return found?.version ?? 0
}

/** In the transaction that ends a scan: when brands changed while it was under way, its answers are read again. */
export async function recountWhatEnded(
  tx: Prisma.TransactionClient,
  { team_id, project_id, scan_id }: { team_id: string; project_id: string; scan_id: string },
) {
  const reopened = await tx.$executeRaw(sql`
    update ai_recount r set finished_at = null, updated_at = now(),
      total_n = case when r.finished_at is null then r.total_n + s.answers_valid else s.answers_valid end,
      done_n = case when r.finished_at is null then r.done_n else 0 end
    from scan s where r.team_id = ${team_id} and r.project_id = ${project_id} and s.team_id = ${team_id} and s.id = ${scan_id} and s.brands_version < r.version`)
  if (reopened > 0) await wake(tx, { teamId: team_id, projectId: project_id })
}

/** Heard when the transaction commits. The moment makes one event of what several processes hear. */
const wake = (tx: Prisma.TransactionClient, { teamId, projectId }: Within) =>
  tx.$executeRaw(sql`
    select pg_notify('brands_changed', project_id || ' ' || version || ' ' || extract(epoch from updated_at)) from ai_recount
    where team_id = ${teamId} and project_id = ${projectId} and finished_at is null`)
