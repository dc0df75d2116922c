/** Revokes several keys of a team inside a transaction. The caller calls `clearKeyCache` after the commit. */
import { recordAudit } from "@/domain/audit/record"
import { actorId, type TeamContext } from "@/domain/kernel/context"
import type { Prisma } from "@/prisma/client"

/** Writes one audit entry per key. Keys that are already revoked stay unchanged. */
export async function revokeKeys(
  tx: Prisma.TransactionClient,
  ctx: TeamContext,
  where: Prisma.ApiKeyWhereInput,
  reason: string | null,
) {
  const revoked = await tx.apiKey.updateManyAndReturn({
    where: { ...where, team_id: ctx.team.id, revoked_at: null },
    data: { revoked_at: ctx.now(), revoked_by: actorId(ctx), revoke_reason: reason || "revoked" },
    select: { id: true, name: true },
  })
  for (const { id, name } of revoked)
    await recordAudit(ctx, { action: "key.revoked", subject_id: id, after: { name, reason: reason || null } }, tx)
}
