/** Changes the role of a member. */
import { z } from "zod"
import { type AuditRecord, recordAudit } from "@/domain/audit/record"
import { notFound } from "@/domain/kernel/errors"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { type Role, roles } from "@/domain/kernel/roles"
import { prisma } from "@/prisma/client"
import { lockMembers, requireAnotherOwner, requireOwner } from "./member"
import { revokeInvitationsOf } from "./revoke-invitations-of"

export const changeRole = defineOperation({
  id: "teams.changeRole",
  summary: "Change a member's role",
  description:
    "Owners can do everything. Admins can manage members and API keys, but they cannot make someone an owner or change an owner's role.",
  audience: "team",
  kind: "mutation",
  role: "admin",
  input: z.strictObject({ person_id: id("user"), role: z.enum(roles) }),
  output: z.object({ person_id: id("user"), role: z.enum(roles) }),
  async handle(ctx, { person_id, role }) {
    await prisma.$transaction(async (tx) => {
      const members = await lockMembers(tx, ctx.team.id)
      const member = members.find(({ user_id }) => user_id === person_id)
      if (!member) throw notFound("member")
      const actingMember = members.find(({ user_id }) => ctx.actor.kind === "person" && user_id === ctx.actor.id)
      if (role === "owner" || member.role === "owner")
        requireOwner(actingMember?.role, "Only an owner can make someone an owner or change an owner's role.")
      if (member.role === role) return
      if (role !== "owner") requireAnotherOwner(members, member)
      await tx.membership.updateMany({ where: { team_id: ctx.team.id, user_id: person_id }, data: { role } })
      const entry: AuditRecord = {
        action: "member.role_changed",
        subject_id: person_id,
        before: { role: member.role },
        after: { role },
      }
      await recordAudit(ctx, entry, tx)
      const excludedRoles = excludedFromInvitations[role]
      if (excludedRoles.length > 0) {
        const filter = { personId: person_id, teamId: ctx.team.id, roles: excludedRoles }
        await revokeInvitationsOf(tx, ctx, filter, `The role of the member who created it changed to ${role}.`)
      }
    })
    return { data: { person_id, role } }
  },
})

/**
 * By the role of a member: the roles to which the member may not invite others. A member's open invitations to these
 * roles are revoked.
 */
const excludedFromInvitations: Record<Role, readonly Role[]> = {
  owner: [],
  admin: ["owner"],
  member: roles,
  viewer: roles,
}
