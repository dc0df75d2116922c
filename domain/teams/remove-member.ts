/**
 * Removes a member from the team. Also revokes the member's open invitations and, on request, API keys that the member
 * created.
 */
import { z } from "zod"
import { recordAudit } from "@/domain/audit/record"
import { revokeGrantsIn } from "@/domain/connections/revoke-grants"
import { notFound } from "@/domain/kernel/errors"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { forgetKeys } from "@/domain/keys/authenticate"
import { revokeKeys } from "@/domain/keys/revoke-keys"
import { prisma } from "@/prisma/client"
import { lockSeats, requireAnotherOwner, requireOwner } from "./member"
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
      const seats = await lockSeats(tx, ctx.team.id)
      const seat = seats.find((s) => s.user_id === person_id)
      if (!seat) throw notFound("member")
      const acting = seats.find((s) => ctx.actor.kind === "person" && s.user_id === ctx.actor.id)
      if (seat.role === "owner") requireOwner(acting?.role, "Only an owner can remove an owner.")
      requireAnotherOwner(seats, seat)
      await tx.membership.deleteMany({ where: { team_id: ctx.team.id, user_id: person_id } })
      const before = { name: seat.name, role: seat.role }
      await recordAudit(ctx, { action: "member.removed", subject_id: person_id, before }, tx)
      const theirs = { personId: person_id, teamId: ctx.team.id }
      await revokeInvitationsOf(tx, ctx, theirs, "The member who created it was removed.")
      await revokeGrantsIn(tx, ctx, { teamId: ctx.team.id, userId: person_id }, "The member was removed.")
      await revokeKeys(tx, ctx, { id: { in: revoke_key_ids }, created_by: person_id }, "their creator was removed")
    })
    forgetKeys()
    return { data: { person_id } }
  },
})
