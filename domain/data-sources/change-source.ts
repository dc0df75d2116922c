/** Changes the status of a data source on request: pause, resume, disconnect. */
import { recordAudit } from "@/domain/audit/record"
import type { TeamContext } from "@/domain/kernel/context"
import { Problem } from "@/domain/kernel/errors"
import { type Prisma, prisma } from "@/prisma/client"
import { type DataSourceRow, lockDataSource, requireDataSource } from "./data-source"

type Source = Awaited<ReturnType<typeof lockDataSource>>
type Change = {
  from: readonly DataSourceRow["status"][]
  action: string
  /** Also makes further changes in the same transaction. */
  change(tx: Prisma.TransactionClient, source: Source): Promise<Prisma.DataSourceUncheckedUpdateManyInput>
}

/** Throws state_conflict when the source has any other status. */
export async function changeSource(ctx: TeamContext, sourceId: string, { from, action, change }: Change) {
  const [team_id, now] = [ctx.team.id, ctx.now()]
  await prisma.$transaction(async (tx) => {
    const source = await lockDataSource(tx, team_id, sourceId)
    if (!(from as readonly string[]).includes(source.status))
      throw new Problem(
        "state_conflict",
        `The data source is ${source.status.replace("_", " ")}, so this action is not possible. Reload the page to see its current state.`,
      )
    const data = { status_reason: null, status_changed_at: now, updated_at: now, ...(await change(tx, source)) }
    await tx.dataSource.updateMany({ where: { team_id, id: sourceId }, data })
    const states = { before: { status: source.status }, after: { name: source.display_name, status: data.status } }
    await recordAudit(ctx, { action, subject_id: sourceId, ...states }, tx)
  })
  return requireDataSource(team_id, sourceId)
}

/** Ends the open sync. A process that works on it notices when it stores its next part, and stores nothing. */
export const cancelSyncs = (tx: Prisma.TransactionClient, team_id: string, data_source_id: string, now: Date) =>
  tx.syncRun.updateMany({
    where: { team_id, data_source_id, status: { in: ["queued", "running"] } },
    data: { status: "canceled", finished_at: now, lease_id: null, lease_until: null },
  })
