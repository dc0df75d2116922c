/** Resets an endpoint's failure streak, with its notices, throttle and breaker, or ends only its throttle. */
import { type Prisma, sql } from "@/prisma/client"
import { notifyDue } from "./endpoint-queue"

/**
 * Assignments for `update webhook_endpoint set …`. Earlier attempts cannot open the circuit breaker again, because the
 * breaker counts only attempts since `breaker_closed_at`.
 */
export const streakReset = sql`first_failure_at = null, last_failure_at = null, failure_count = 0, notified_24h_at = null,
  notified_72h_at = null, paused_until = null, breaker_openings = 0, breaker_closed_at = now()`

/**
 * Ends an endpoint's throttle (`paused_until`) at a user's request, and wakes the delivery loop when the transaction
 * commits. The breaker does not change: while it is open, one probe is sent first.
 */
export async function endThrottle(tx: Prisma.TransactionClient, teamId: string, webhookId: string) {
  await tx.$executeRaw(sql`update webhook_endpoint set paused_until = null, updated_at = now()
    where team_id = ${teamId} and id = ${webhookId} and paused_until is not null`)
  await tx.$executeRaw(notifyDue(webhookId))
}
