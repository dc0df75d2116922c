/** Revokes an invitation link. */
import { z } from "zod"
import { recordAudit } from "@/domain/audit/record"
import { notFound } from "@/domain/kernel/errors"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { prisma } from "@/prisma/client"

export const revokeInvitation = defineOperation({
  id: "teams.revokeInvitation",
  summary: "Revoke an invitation",
  audience: "team",
  kind: "mutation",
  role: "admin",
  input: z.strictObject({ invitation_id: id("invitation") }),
  output: z.object({ id: id("invitation") }),
  async handle(ctx, { invitation_id }) {
    await prisma.$transaction(async (tx) => {
      const [revoked] = await tx.invitation.updateManyAndReturn({
        where: { id: invitation_id, team_id: ctx.team.id, accepted_at: null, revoked_at: null },
        data: { revoked_at: ctx.now() },
        select: { email: true },
      })
      if (!revoked) throw notFound("open invitation")
      await recordAudit(ctx, { action: "member.invitation_revoked", subject_id: invitation_id, after: revoked }, tx)
    })
    return { data: { id: invitation_id } }
  },
})
