/**
 * Ends leases that nobody works on: those of processes that are gone, and those that a lost response left behind. Their deliveries
 * need not wait until the leases expire.
 */
import { holderOf, living, ownNumber } from "@/domain/kernel/lease-holder"
import { log } from "@/domain/kernel/log"
import { acrossTeams, rows, sql } from "@/prisma/client"
import { leasedDeliveries } from "./endpoint-queue"
import { ownAttempts } from "./own-attempts"
import { returnExpiredLeases } from "./sweep"

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
 * Ends the leases of those `holders` that are still absent, and those of this process that it does not know (own-attempts.ts).
 * Then makes every delivery with an expired lease due. Returns the number of leases that it ended.
 */
export const freeLeases = async (holders: number[]): Promise<number> =>
  acrossTeams(async () => {
    const freed = await rows(sql`
      update webhook_delivery d set leased_until = now() - interval '1 s' from (${leases}) l
      where d.id = l.id and d.lease_token = l.lease_token and (l.number = any(${holders}::int[]) and l.number not in (${living})
        or l.number = ${ownNumber()} and l.attempt_id <> all(${[...ownAttempts()]}::text[]))
      returning d.id`)
    if (freed.length > 0) log.warn({ deliveries: freed.length }, "ended leases whose process or claim is gone")
    await returnExpiredLeases()
    return freed.length
  })

const leases = sql`
  select id, lease_token, attempt_id, ${holderOf(sql`lease_token`)} as number from ${leasedDeliveries} d where leased_until > now()`
