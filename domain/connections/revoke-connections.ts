/**
 * Ends connections. Their tokens stop working immediately, in every process, because each call reads the connection.
 */
import { z } from "zod"
import { type AuditContext, type AuditRecord, recordAudit } from "@/domain/audit/record"
import { systemCaller } from "@/domain/kernel/context"
import { acrossTeams, type Prisma, prisma, rowsIn, type Sql, sql } from "@/prisma/client"

/** Which connections to end: all that match every given field. At least one field is required. */
export type ConnectionFilter = { connectionIds?: string[]; teamId?: string; userId?: string }

/**
 * Writes one audit entry per connection and returns the number of ended connections. Without `teamId`, call it across
 * teams.
 */
export async function revokeConnectionsIn(
  tx: Prisma.TransactionClient,
  ctx: Omit<AuditContext, "team">,
  filter: ConnectionFilter,
  reason: string,
): Promise<number> {
  if (Object.values(filter).every((value) => value === undefined))
    throw new Error("The filter is empty. It would match every connection.")
  const now = ctx.now()
  const revoked = await rowsIn(
    tx,
    revokedRow,
    sql`
      update oauth_grant g set revoked_at = ${now}, revoked_by = ${actorId(ctx)}, revoke_reason = ${reason}
      where g.revoked_at is null and ${condition(filter)} returning g.id, g.team_id, g.client_name`,
  )
  const ids = revoked.map(({ id }) => id)
  await tx.oauthAccessToken.deleteMany({ where: { grant_id: { in: ids } } })
  for (const { id, team_id, client_name } of revoked) {
    const entry: AuditRecord = {
      action: "connection.revoked",
      subject_id: id,
      before: { app: client_name },
      after: { reason },
    }
    await recordAudit({ ...ctx, team: { id: team_id } }, entry, tx)
  }
  return revoked.length
}

/** Ends connections across teams, with the system as the actor. The filter can name a user of several teams. */
export const revokeConnections = (filter: ConnectionFilter, reason: string, now: Date): Promise<number> =>
  acrossTeams(() =>
    prisma.$transaction((tx) =>
      revokeConnectionsIn(
        tx,
        systemCaller("Signalbox", () => now),
        filter,
        reason,
      ),
    ),
  )

const revokedRow = z.object({ id: z.string(), team_id: z.string(), client_name: z.string() })

const actorId = ({ actor }: Omit<AuditContext, "team">) =>
  actor.kind === "person" || actor.kind === "operator" ? actor.id : null

const condition = ({ connectionIds, teamId, userId }: ConnectionFilter): Sql => sql`
  (${connectionIds ?? null}::text[] is null or g.id = any(${connectionIds ?? null}::text[]))
  and (${teamId ?? null}::text is null or g.team_id = ${teamId ?? null})
  and (${userId ?? null}::text is null or g.user_id = ${userId ?? null})`
