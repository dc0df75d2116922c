/** Queues a sync of a data source, and computes when the next scheduled one starts. */
import { newId } from "@/domain/kernel/ids"
import { hoursBetweenSyncs } from "@/domain/metrics/sync-intervals"
import { type Prisma, sql } from "@/prisma/client"
import type { Frequency } from "../data-source"

type NewSync = {
  team_id: string
  data_source_id: string
  trigger: "schedule" | "manual" | "backfill"
  window: { from: string; to: string }
}

/**
 * Returns the sync's id, or null when the source already has one that has not ended. A trigger of the table notifies
 * the processes that run syncs.
 */
export async function queueSync(tx: Prisma.TransactionClient, sync: NewSync, now: Date): Promise<string | null> {
  const id = newId("syncRun", now.getTime())
  const { team_id, data_source_id, trigger, window } = sync
  const queued = await tx.$executeRaw(sql`
    insert into sync_run (id, team_id, data_source_id, trigger, window_from, window_to, status, started_at, due_at)
    values (${id}, ${team_id}, ${data_source_id}, ${trigger}, ${window.from}::date, ${window.to}::date, 'queued', ${now}, ${now})
    on conflict (data_source_id) where status in ('queued', 'running') do nothing`)
  return queued > 0 ? id : null
}

/**
 * Returns the time of the next scheduled sync, or null without a schedule. Counts from now, not from the missed time,
 * so that one sync replaces any number of missed ones.
 */
export function nextSyncAt(frequency: Frequency, now: Date): Date | null {
  const hours = hoursBetweenSyncs[frequency]
  return hours === null ? null : new Date(now.getTime() + hours * 3_600_000)
}
