/** Changes the status of a client. */
import type { AuditAction } from "@/domain/audit/actions"
import { changedStates, recordAudit } from "@/domain/audit/record"
import type { TeamContext } from "@/domain/kernel/context"
import { notFound, Problem } from "@/domain/kernel/errors"
import { prisma } from "@/prisma/client"
import { clearNextScansOfClient } from "./clear-next-scans"
import { type ClientRow, requireClient } from "./client"
import { lockClient } from "./settings"

type Status = ClientRow["status"]
type StatusChange = { from: readonly Status[]; to: Status; action: AuditAction }

/**
 * Throws `state_conflict` if the client has none of the statuses in `from`. Clears the planned scans of the client's
 * projects. If the client is then active, the search for due scans plans them again.
 */
export async function changeStatus(
  ctx: TeamContext,
  client_id: string,
  { from, to, action }: StatusChange,
): Promise<ClientRow> {
  const team_id = ctx.team.id
  const now = ctx.now()
  await prisma.$transaction(async (tx) => {
    const old = await lockClient(tx, team_id, client_id)
    if (!old) throw notFound("client")
    if (!from.includes(old.status))
      throw new Problem(
        "state_conflict",
        `The client is ${old.status}, so this action is not possible. Reload the page to see its current state.`,
      )
    const data = { status: to, archived_at: to === "archived" ? now : null, updated_at: now }
    await tx.client.updateMany({ where: { team_id, id: client_id }, data })
    await clearNextScansOfClient(tx, team_id, client_id)
    const states = changedStates({ name: old.name }, old, { status: to })
    await recordAudit(ctx, { action, subject_id: client_id, ...states }, tx)
  })
  return requireClient(team_id, client_id)
}
