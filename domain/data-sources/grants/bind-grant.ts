/** Gives an existing data source a new authorization, and starts a sync unless it is paused. */
import { recordAudit } from "@/domain/audit/record"
import type { TeamContext } from "@/domain/kernel/context"
import { Problem } from "@/domain/kernel/errors"
import type { Prisma } from "@/prisma/client"
import { type Frequency, lockDataSource } from "../data-source"
import { nextSyncAt, queueSync } from "../syncs/queue-sync"
import { nextWindow, sourceDaysOf } from "../syncs/sync-window"

type BoundGrant = { id: string; provider: string }

export async function bindGrant(tx: Prisma.TransactionClient, ctx: TeamContext, sourceId: string, grant: BoundGrant) {
  const team_id = ctx.team.id
  const now = ctx.now()
  const source = await lockDataSource(tx, team_id, sourceId)
  if (source.provider !== grant.provider)
    throw new Problem("state_conflict", "This authorization is for another platform.")
  const status = statusAfterAuthorization(source)
  const isPaused = status === "paused"
  await tx.dataSource.updateMany({
    where: { team_id, id: sourceId },
    data: {
      credentials_ref: grant.id,
      status,
      status_reason: null,
      status_changed_at: now,
      failed_attempts: 0,
      next_sync_at: isPaused ? null : nextSyncAt(source.sync_frequency as Frequency, now),
      updated_at: now,
    },
  })
  if (!isPaused) {
    const window = nextWindow(sourceDaysOf(source), now)
    await queueSync(tx, { team_id, data_source_id: sourceId, trigger: "manual", window }, now)
  }
  const states = { before: { status: source.status }, after: { name: source.display_name, status } }
  await recordAudit(ctx, { action: "data_source.reconnected", subject_id: sourceId, ...states }, tx)
}

function statusAfterAuthorization({ status, last_success_at }: Awaited<ReturnType<typeof lockDataSource>>) {
  if (status === "paused") return "paused"
  return last_success_at === null || status === "disconnected" ? "pending" : "active"
}
