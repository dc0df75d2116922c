/**
 * Releases the leases of ended processes, and the leases of claims whose response was lost. Their deliveries
 * are due again immediately, and do not wait until the leases expire.
 */
import { z } from "zod"
import { log } from "@/domain/kernel/log"
import { livingProcessNumbers, ownProcessNumber, processOfLease } from "@/domain/kernel/process-lock"
import { leasedDeliveries } from "@/domain/webhooks/endpoint-queue"
import { acrossTeams, rows, sql } from "@/prisma/client"
import { attemptsInFlight } from "./loop-state"
import { releaseExpiredLeases } from "./sweep"

/**
 * Returns the numbers of absent processes: they have leases, but do not hold their process lock. Most of them have
 * ended. A living process whose database session has just broken is also absent, for a moment. Number 0 is left out,
 * because a lease with this number names no process. It can only expire.
 */
export const absentDeliveryProcesses = async (): Promise<number[]> =>
  // Across teams: a process delivers for all teams.
  acrossTeams(async () => {
    const found = await rows(
      numberRow,
      sql`select distinct number from (${liveLeases}) lease where number not in (0, ${ownProcessNumber()}) and number not in (${livingProcessNumbers})`,
    )
    return found.map(({ number }) => number)
  })

/**
 * Releases the leases of those `processes` that are still absent, and those of this process that it does not know
 * (attemptsInFlight). Then makes every delivery with an expired lease due. Returns the number of leases that it
 * released. Across teams: a process delivers for all teams.
 */
export const releaseLeases = async (processes: number[]): Promise<number> =>
  acrossTeams(async () => {
    const unknown = await unknownAttempts()
    const released = await rows(sql`
      update webhook_delivery d set leased_until = now() - interval '1 s' from (${liveLeases}) lease
      where d.id = lease.id and d.lease_token = lease.lease_token and (lease.number = any(${processes}::int[]) and lease.number not in (${livingProcessNumbers})
        or lease.attempt_id = any(${unknown}::text[]))
      returning d.id`)
    if (released.length > 0)
      log.warn(
        { deliveries: released.length },
        "released leases whose process has ended or whose claim lost its response",
      )
    await releaseExpiredLeases()
    return released.length
  })

/**
 * Attempts that this process has leased but that are not in `attemptsInFlight`: the response to their claim was lost. A
 * claim adds its attempts there before it leases them. So the leases must be read before `attemptsInFlight`. Otherwise
 * a claim in between would look lost.
 */
async function unknownAttempts(): Promise<string[]> {
  const ownLeases = await rows(
    attemptIdRow,
    sql`select attempt_id from (${liveLeases}) lease where number = ${ownProcessNumber()}`,
  )
  const known = attemptsInFlight()
  return ownLeases.map(({ attempt_id }) => attempt_id).filter((id) => !known.has(id))
}

const liveLeases = sql`
  select id, lease_token, attempt_id, ${processOfLease(sql`lease_token`)} as number from ${leasedDeliveries} d where leased_until > now()`

const numberRow = z.object({ number: z.number() })
const attemptIdRow = z.object({ attempt_id: z.string() })
