/**
 * Removes a member from the team. Also revokes the member's open invitations, connected apps and, on request, API keys
 * that the member created.
 */
import { z } from "zod"
import { recordAudit } from "@/domain/audit/record"
import { revokeConnectionsIn } from "@/domain/connections/revoke-connections"
import { notFound } from "@/domain/kernel/errors"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { clearKeyCache } from "@/domain/keys/authenticate"
import { revokeKeys } from "@/domain/keys/revoke-keys"
import { prisma } from "@/prisma/client"
import { lockMembers, requireAnotherOwner, requireOwner } from "./member"
import { revokeInvitationsOf } from "./revoke-invitations-of"

export const removeMember = defineOperation({
  id: "teams.removeMember",
  summary: "Remove a member from the team",
  audience: "team",
  kind: "mutation",
  role: "admin",
  input: z.strictObject({
    person_id: id("user"),
    revoke_key_ids: z.array(id("key")).max(200).default([]).meta({
      description: "The API keys that this member created and that are revoked now. All other keys stay active.",
    }),
  }),
  output: z.object({ person_id: id("user") }),
  async handle(ctx, { person_id, revoke_key_ids }) {
    await prisma.$transaction(async (tx) => {
      const members = await lockMembers(tx, ctx.team.id)
      const member = members.find(({ user_id }) => user_id === person_id)
      if (!member) throw notFound("member")
      const actingMember = members.find(({ user_id }) => ctx.actor.kind === "person" && user_id === ctx.actor.id)
      if (member.role === "owner") requireOwner(actingMember?.role, "Only an owner can remove an owner.")
      requireAnotherOwner(members, member)
      await tx.membership.deleteMany({ where: { team_id: ctx.team.id, user_id: person_id } })
      const before = { name: member.name, role: member.role }
      await recordAudit(ctx, { action: "member.removed", subject_id: person_id, before }, tx)
      const filter = { personId: person_id, teamId: ctx.team.id }
      await revokeInvitationsOf(tx, ctx, filter, "The member who created it was removed.")
      await revokeConnectionsIn(tx, ctx, { teamId: ctx.team.id, userId: person_id }, "The member was removed.")
      await revokeKeys(tx, ctx, { id: { in: revoke_key_ids }, created_by: person_id }, "their creator was removed")
    })
    clearKeyCache()
    return { data: { person_id } }
  },
})
