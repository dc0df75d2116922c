/** Removes the signed-in user from the team. */
import { z } from "zod"
import { recordAudit } from "@/domain/audit/record"
import { revokeConnectionsIn } from "@/domain/connections/revoke-connections"
import { notFound } from "@/domain/kernel/errors"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { prisma } from "@/prisma/client"
import { lockMembers, requireAnotherOwner } from "./member"
import { revokeInvitationsOf } from "./revoke-invitations-of"

export const leaveTeam = defineOperation({
  id: "teams.leave",
  summary: "Leave the team",
  audience: "team",
  kind: "mutation",
  input: z.strictObject({}),
  output: z.object({ team_id: id("team") }),
  async handle(ctx) {
    const { team, actor } = ctx
    await prisma.$transaction(async (tx) => {
      const members = await lockMembers(tx, team.id)
      const member = members.find(({ user_id }) => actor.kind === "person" && user_id === actor.id)
      if (!member) throw notFound("member")
      requireAnotherOwner(members, member)
      await tx.membership.deleteMany({ where: { team_id: team.id, user_id: member.user_id } })
      const before = { name: member.name, role: member.role }
      await recordAudit(ctx, { action: "member.left", subject_id: member.user_id, before }, tx)
      const filter = { personId: member.user_id, teamId: team.id }
      await revokeInvitationsOf(tx, ctx, filter, "The member who created it left the team.")
      await revokeConnectionsIn(tx, ctx, { teamId: team.id, userId: member.user_id }, "The member left the team.")
    })
    return { data: { team_id: team.id } }
  },
})
