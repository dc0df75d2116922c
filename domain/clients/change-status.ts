/** The code that the operations archive, pause, restore and resume share. Each of them adds its texts and its role. */
import { z } from "zod"
import { changedStates, recordAudit } from "@/domain/audit/record"
import type { TeamContext } from "@/domain/kernel/context"
import { notFound, Problem } from "@/domain/kernel/errors"
import { id } from "@/domain/kernel/ids"
import { prisma } from "@/prisma/client"
import { clearNextScansOfClient } from "./clear-next-scans"
import { type ClientRow, client, requireClient } from "./client"
import { lockClient } from "./settings"

type Status = ClientRow["status"]
type StatusChange = {
  /** The statuses in which the change is possible. */
  from: readonly Status[]
  to: Status
  /** Used in messages and in the audit action. */
  pastTense: "archived" | "paused" | "restored" | "resumed"
}

/** The parts of a definition that all operations on the status share. */
export const statusChange = (change: StatusChange) => ({
  audience: "team" as const,
  kind: "mutation" as const,
  input: z.strictObject({ client_id: id("client") }),
  output: client,
  fails: ["state_conflict" as const],
  handle: async (ctx: TeamContext, { client_id }: { client_id: string }) => ({
    data: await changeStatus(ctx, client_id, change),
  }),
})

/**
 * Throws `state_conflict` if the client's status is not in `from`. Clears the planned scans of the client's projects.
 * The next search for due scans plans those of active clients again.
 */
async function changeStatus(
  ctx: TeamContext,
  client_id: string,
  { from, to, pastTense }: StatusChange,
): Promise<ClientRow> {
  const team_id = ctx.team.id
  const now = ctx.now()
  await prisma.$transaction(async (tx) => {
    const old = await lockClient(tx, team_id, client_id)
    if (!old) throw notFound("client")
    if (!from.includes(old.status))
      throw new Problem(
        "state_conflict",
        old.status === to
          ? `The client is already ${to}.`
          : `The client is ${old.status}, so it cannot be ${pastTense}.`,
      )
    const data = { status: to, archived_at: to === "archived" ? now : null, updated_at: now }
    await tx.client.updateMany({ where: { team_id, id: client_id }, data })
    await clearNextScansOfClient(tx, team_id, client_id)
    const states = changedStates({ name: old.name }, old, { status: to })
    await recordAudit(ctx, { action: `client.${pastTense}`, subject_id: client_id, ...states }, tx)
  })
  return requireClient(team_id, client_id)
}
