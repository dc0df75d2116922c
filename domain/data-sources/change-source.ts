/** Changes the status of a data source on request: pause, resume, disconnect. */
import { recordAudit } from "@/domain/audit/record"
import type { TeamContext } from "@/domain/kernel/context"
import { Problem } from "@/domain/kernel/errors"
import { type Prisma, prisma } from "@/prisma/client"
import { type DataSourceRow, lockDataSource, requireDataSource } from "./data-source"

type Source = Awaited<ReturnType<typeof lockDataSource>>
type Change = {
  /** The statuses in which the change is possible. */
  from: readonly DataSourceRow["status"][]
  change: "paused" | "resumed" | "disconnected"
  /** Returns the columns to update, including `status`. May write other tables in the same transaction. */
  apply(tx: Prisma.TransactionClient, source: Source): Promise<Prisma.DataSourceUncheckedUpdateManyInput>
}

/** Changes a data source and records it in the audit log. Throws `state_conflict` when its status is not in `from`. */
export async function changeSource(ctx: TeamContext, sourceId: string, { from, change, apply }: Change) {
  const team_id = ctx.team.id
  const now = ctx.now()
  await prisma.$transaction(async (tx) => {
    const source = await lockDataSource(tx, team_id, sourceId)
    if (!(from as readonly string[]).includes(source.status))
      throw new Problem("state_conflict", `The data source has the status ${source.status}, so it cannot be ${change}.`)
    const data = { status_reason: null, status_changed_at: now, updated_at: now, ...(await apply(tx, source)) }
    await tx.dataSource.updateMany({ where: { team_id, id: sourceId }, data })
    const states = { before: { status: source.status }, after: { name: source.display_name, status: data.status } }
    await recordAudit(ctx, { action: `data_source.${change}`, subject_id: sourceId, ...states }, tx)
  })
  return requireDataSource(team_id, sourceId)
}

/** Cancels the queued or running sync. The process that runs it then stores no further chunk. */
export const cancelSyncs = (tx: Prisma.TransactionClient, team_id: string, data_source_id: string, now: Date) =>
  tx.syncRun.updateMany({
    where: { team_id, data_source_id, status: { in: ["queued", "running"] } },
    data: { status: "canceled", finished_at: now, lease_id: null, lease_until: null },
  })
