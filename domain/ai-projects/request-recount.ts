/**
 * Requests a recount: earlier answers are re-extracted, because a project's brands or source types changed. Each
 * request increments the version of the brands.
 */
import { type Prisma, sql } from "@/prisma/client"

type Within = { teamId: string; projectId: string }

/**
 * Call inside the transaction that makes the change, with the project locked. It abandons a recount of an older
 * version. `newlyTracked`: ids of stored brands that become your brand or a competitor.
 */
export async function requestRecount(
  tx: Prisma.TransactionClient,
  { teamId, projectId }: Within,
  newlyTracked: readonly string[] = [],
) {
  await tx.$executeRaw(sql`
    insert into ai_recount as r (project_id, team_id, version, total_n, finished_at)
    select ${projectId}, ${teamId}, 1, answers, case when answers = 0 then now() end from (${answersToRecount(teamId, projectId)}) a
    on conflict (project_id) do update set version = r.version + 1, scan_id = null, after_answer = '', done_n = 0,
      total_n = excluded.total_n, finished_at = excluded.finished_at, updated_at = now()`)
  if (newlyTracked.length > 0) await deleteScanSums(tx, { teamId, projectId }, newlyTracked)
  await notifyRecount(tx, { teamId, projectId })
}

/**
 * Deletes the sums of brands per scan, so that they have no metrics of a scan until it is recounted. A share of voice
 * is divided by the mentions of all tracked brands, and earlier scans did not count those of a brand that was not
 * tracked: its share could exceed 100%.
 */
const deleteScanSums = (tx: Prisma.TransactionClient, { teamId, projectId }: Within, brandIds: readonly string[]) =>
  tx.$executeRaw(sql`
    delete from visibility_scan_brand sums using scan
    where scan.team_id = ${teamId} and scan.project_id = ${projectId}
      and sums.team_id = ${teamId} and sums.scan_id = scan.id and sums.brand_id = any(${brandIds})`)

const answersToRecount = (teamId: string, projectId: string) => sql`
  select coalesce(sum(answers_valid), 0)::int as answers from scan
  where team_id = ${teamId} and project_id = ${projectId} and status in ('completed', 'partial', 'failed', 'canceled')`

/** Returns the version of the brands that a scan starting now looks for. */
export async function brandsVersion(tx: Prisma.TransactionClient, { teamId, projectId }: Within): Promise<number> {
  const found = await tx.aiRecount.findFirst({
    where: { team_id: teamId, project_id: projectId },
    select: { version: true },
  })
  return found?.version ?? 0
}

/**
 * Call inside the transaction that ends a scan. If the brands changed during the scan, its answers are re-extracted.
 */
export async function reopenRecountIfBrandsChanged(
  tx: Prisma.TransactionClient,
  { team_id, project_id, scan_id }: { team_id: string; project_id: string; scan_id: string },
) {
  const reopened = await tx.$executeRaw(sql`
    update ai_recount r set finished_at = null, updated_at = now(),
      total_n = case when r.finished_at is null then r.total_n + s.answers_valid else s.answers_valid end,
      done_n = case when r.finished_at is null then r.done_n else 0 end
    from scan s where r.team_id = ${team_id} and r.project_id = ${project_id} and s.team_id = ${team_id} and s.id = ${scan_id} and s.brands_version < r.version`)
  if (reopened > 0) await notifyRecount(tx, { teamId: team_id, projectId: project_id })
}

/**
 * Notifies on commit. The timestamp in the payload lets several listening processes produce one event instead of
 * several.
 */
const notifyRecount = (tx: Prisma.TransactionClient, { teamId, projectId }: Within) =>
  tx.$executeRaw(sql`
    select pg_notify('brands_changed', project_id || ' ' || version || ' ' || extract(epoch from updated_at)) from ai_recount
    where team_id = ${teamId} and project_id = ${projectId} and finished_at is null`)
