/**
 * Stops a recovery. Deliveries that were not sent yet return to their previous state. Those that were pending before
 * the recovery stay pending, at the time for which the recovery scheduled them.
 */
import { z } from "zod"
import { recordAudit } from "@/domain/audit/record"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { countRow } from "@/domain/kernel/rows"
import { isPending } from "@/domain/webhooks/endpoint-queue"
import { prisma, rowsPlannedPerCall, sql } from "@/prisma/client"
import { recovery, requireRecovery } from "./recovery"

const perStep = 5_000

export const cancelRecovery = defineOperation({
  id: "recoveries.cancel",
  summary: "Cancel a recovery",
  description: "A request that is in flight finishes. Canceling a finished or canceled recovery changes nothing.",
  audience: "team",
  kind: "mutation",
  role: "admin",
  input: z.strictObject({ recovery_id: id("recovery") }),
  output: recovery,
  async handle(ctx, { recovery_id }) {
    const before = await requireRecovery(ctx.team.id, recovery_id)
    if (before.state === "running")
      await prisma.$transaction(async (tx) => {
        const canceled = await tx.$executeRaw(sql`update webhook_recovery set state = 'cancelled', ended_at = now()
          where team_id = ${ctx.team.id} and id = ${recovery_id} and state <> 'cancelled'`)
        if (canceled === 0) return
        const after = { endpoint_id: before.webhook_id }
        await recordAudit(ctx, { action: "recover.cancelled", subject_id: recovery_id, after }, tx)
      })
    // Also for a canceled recovery: if an earlier call stopped half-way, this one completes it.
    if (before.state !== "completed") await restoreUnsent(ctx.team.id, recovery_id)
    return { data: await requireRecovery(ctx.team.id, recovery_id) }
  },
})

/**
 * Returns unsent deliveries to their previous state, and removes them from the recovery. Cancels deliveries that the
 * recovery created. Works in steps that commit separately, so that no statement runs long.
 */
async function restoreUnsent(teamId: string, recoveryId: string): Promise<void> {
  const [step] = await rowsPlannedPerCall(
    countRow,
    sql`
      with unsent as (select id from webhook_delivery where team_id = ${teamId} and recovery_id = ${recoveryId}
          and ${isPending()} and trigger = 'recover' limit ${perStep} for update skip locked),
      changed as (update webhook_delivery d set state = coalesce(d.reopened_from, 'cancelled'), trigger = 'auto', recovery_id = null,
          next_attempt_at = case when d.reopened_from = 'pending' then d.next_attempt_at end,
          ended_at = case when d.reopened_from in ('pending', 'held') then null else now() end, updated_at = now()
        from unsent where d.team_id = ${teamId} and d.id = unsent.id returning 1)
      select count(*) as count from changed`,
  )
  if (step && step.count === perStep) await restoreUnsent(teamId, recoveryId)
}
