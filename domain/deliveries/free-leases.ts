/** Ends the leases of processes that are gone, so that their deliveries do not wait until the leases expire. */

import { holderOf, living, ownNumber } from "@/domain/kernel/lease-holder"
import { log } from "@/domain/kernel/log"
import { acrossTeams, rows, sql } from "@/prisma/client"
import { leasedDeliveries } from "./leases"
import { sweep } from "./sweep"

/**
 * Returns the numbers of processes that have leases but hold no lock. For a moment this can include a living process whose
 * database session has just broken.
 */
export const absentHolders = async (): Promise<number[]> =>
  // Across teams: a process delivers for all teams.
  acrossTeams(async () => {
    const found = await rows<{ number: number }>(
      sql`select distinct number from (${leases}) l where number not in (0, ${ownNumber()}) and number not in (${living})`,
    )
    return found.map(({ number }) => number)
  })

/**
 * Frees the leases of those `holders` that are still absent. Their deliveries become due at once and all processes are
 * notified. Returns the number of deliveries.
 */
export const freeLeases = async (holders: number[]): Promise<number> =>
  acrossTeams(async () => {
    const freed = await rows(sql`
      update webhook_delivery d set leased_until = now() - interval '1 s' from (${leases}) l
      where d.id = l.id and d.lease_token = l.lease_token and l.number = any(${holders}::int[]) and l.number not in (${living})
      returning d.id`)
    if (freed.length === 0) return 0
    log.warn({ deliveries: freed.length }, "a process ended without releasing its leases; its deliveries are due again")
    await sweep()
    await rows(sql`select pg_notify('webhook_due', '')`)
    return freed.length
  })

const leases = sql`
  select id, lease_token, ${holderOf(sql`lease_token`)} as number from ${leasedDeliveries} d where leased_until > now()`
