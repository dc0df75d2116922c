/** Finds syncs that can run and that no process works on, for example because the process that was notified died. */
import { z } from "zod"
import { acrossTeams, rows, sql } from "@/prisma/client"

const idleRow = z.object({ id: z.string(), account: z.string() })

/** Across teams, because syncs of all teams continue after a restart. */
export const idleSyncs = () =>
  acrossTeams(() =>
    rows(
      idleRow,
      sql`
        select r.id, d.provider || ':' || d.account_id as account from sync_run r join data_source d on d.id = r.data_source_id
        join team t on t.id = d.team_id join client c on c.id = d.client_id and c.team_id = d.team_id
        where r.status in ('queued', 'running') and r.due_at <= now() and (r.lease_until is null or r.lease_until < now())
          and not t.is_suspended and c.status <> 'archived'
        order by r.due_at, r.id limit 1000`,
    ),
  )
