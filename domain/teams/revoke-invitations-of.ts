/** Revokes the open invitations of a user who may no longer invite. */
import { z } from "zod"
import { type AuditContext, type AuditRecord, recordAudit } from "@/domain/audit/record"
import type { Role } from "@/domain/kernel/roles"
import { type Prisma, rowsIn, sql } from "@/prisma/client"

type Filter = { personId: string; teamId?: string; roles?: readonly Role[] }

/** Writes one audit entry per invitation. Without `teamId` it covers every team, so call it across teams. */
export async function revokeInvitationsOf(
  tx: Prisma.TransactionClient,
  ctx: Omit<AuditContext, "team">,
  { personId, teamId, roles }: Filter,
  reason: string,
) {
  const now = ctx.now()
  const revoked = await rowsIn(
    tx,
    revokedRow,
    sql`
      update invitation set revoked_at = ${now}
      where created_by = ${personId} and accepted_at is null and revoked_at is null and expires_at > ${now}
        and (${teamId ?? null}::text is null or team_id = ${teamId ?? null})
        and (${roles ?? null}::text[] is null or role = any(${roles ?? null}::text[]))
      returning id, team_id, email`,
  )
  for (const { id, team_id, email } of revoked) {
    const entry: AuditRecord = { action: "member.invitation_revoked", subject_id: id, after: { email, reason } }
    await recordAudit({ ...ctx, team: { id: team_id } }, entry, tx)
  }
}

const revokedRow = z.object({ id: z.string(), team_id: z.string(), email: z.string().nullable() })
