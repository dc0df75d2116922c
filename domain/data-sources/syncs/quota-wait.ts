/** Finds out whether the quota of an account is nearly used up, so that syncs wait before the platform refuses them. */
import { z } from "zod"
import { acrossTeams, rows, sql } from "@/prisma/client"
import type { SourceRef } from "./open-days-state"

const waitRow = z.object({ until: z.string().nullable() })

/**
 * Returns the time until which requests for the account of a data source have to wait, or null. Across teams, because
 * an account can belong to several. No quota takes longer than a day to be available again.
 */
export async function findQuotaWait({ team_id, id }: SourceRef, now: Date): Promise<Date | null> {
  const [found] = await acrossTeams(() =>
    rows(
      waitRow,
      sql`
        select max((low.quota ->> 'resets_at')::timestamptz) as until
        from data_source d
        join data_source same_account on same_account.provider = d.provider and same_account.account_id = d.account_id
        join sync_run r on r.data_source_id = same_account.id
          and r.started_at > ${now}::timestamptz - interval '7 days'
        cross join jsonb_path_query(r.quota, '$[*] ? (@.is_low == true)') as low(quota)
        where d.team_id = ${team_id} and d.id = ${id}
          and (low.quota ->> 'resets_at')::timestamptz between ${now}::timestamptz and ${now}::timestamptz + interval '1 day'`,
    ),
  )
  return found?.until ? new Date(found.until) : null
}
