/** Erases secrets and signing keys whose overlap is over: they sign nothing any more, and nobody should find them. */
import { acrossTeams, rows, sql } from "@/prisma/client"

/** Returns how many. Across teams: this is housekeeping for all of them. */
export async function eraseEndedSecrets(): Promise<number> {
  const [erased] = await acrossTeams(() =>
    rows<{ count: number }>(sql`
      with secrets as (delete from webhook_secret where expires_at <= now() returning 1),
        keys as (delete from webhook_signing_key where expires_at <= now() returning 1)
      select (select count(*) from secrets) + (select count(*) from keys) as count`),
  )
  return erased?.count ?? 0
}
