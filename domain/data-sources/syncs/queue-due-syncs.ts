/** Queues the syncs that are due by their schedule. With several processes, only one queues each. */
import { z } from "zod"
import { log } from "@/domain/kernel/log"
import { acrossTeams, inTeam, prisma, rows, rowsIn, sql } from "@/prisma/client"
import { frequencies } from "../data-source"
import { nextSyncAt, queueSync } from "./queue-sync"
import { nextWindow } from "./sync-window"

const refRow = z.object({ team_id: z.string(), id: z.string() })

/**
 * Queues the syncs of up to 500 due sources, and none after `until`. An error with one source does not stop the others:
 * the source stays due, and the next call tries again.
 */
export async function queueDueSyncs(until: Date, now = () => new Date()): Promise<number> {
  let queued = 0
  for (const ref of await dueSources(now())) {
    if (now() > until) break
    try {
      if (await inTeam(ref.team_id, () => queueDueSync(ref, now()))) queued += 1
    } catch (err) {
      log.error({ err, data_source_id: ref.id }, "could not start a scheduled sync; retrying in the next minute")
    }
  }
  return queued
}

/** Across teams, because it reads all schedules. Sources of suspended teams and archived clients wait. */
const dueSources = (now: Date) =>
  acrossTeams(() =>
    rows(
      refRow,
      sql`
        select d.team_id, d.id from data_source d join team t on t.id = d.team_id
        join client c on c.id = d.client_id and c.team_id = d.team_id
        where d.next_sync_at <= ${now} and d.credentials_ref is not null and d.status in ('pending', 'active', 'error')
          and not t.is_suspended and c.status <> 'archived'
        order by d.next_sync_at, d.id limit 500`,
    ),
  )

const dueRow = z.object({
  sync_frequency: z.enum(frequencies),
  account_timezone: z.string(),
  lookback_days: z.int(),
  history_from: z.string().nullable(),
  data_from: z.string().nullable(),
  data_through: z.string().nullable(),
})

const queueDueSync = ({ team_id, id }: z.infer<typeof refRow>, now: Date) =>
  prisma.$transaction(async (tx) => {
    const [source] = await rowsIn(
      tx,
      dueRow,
      sql`
        select sync_frequency, account_timezone, lookback_days, history_from::text, data_from::text, data_through::text
        from data_source where team_id = ${team_id} and id = ${id} and next_sync_at <= ${now} for update skip locked`,
    )
    if (!source) return null
    const next_sync_at = nextSyncAt(source.sync_frequency, now)
    await tx.dataSource.updateMany({ where: { team_id, id }, data: { next_sync_at } })
    return queueSync(tx, { team_id, data_source_id: id, trigger: "schedule", window: nextWindow(source, now) }, now)
  })
