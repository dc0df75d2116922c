/** Accepts an invitation: adds the signed-in user to the team. */
import { z } from "zod"
import { type AuditRecord, recordAudit } from "@/domain/audit/record"
import type { PersonContext } from "@/domain/kernel/context"
import { Problem } from "@/domain/kernel/errors"
import { defineOperation } from "@/domain/kernel/operation"
import { type Prisma, prisma } from "@/prisma/client"
import { findInvitation, invitationGone, type OpenInvitation } from "./find-invitation"
import { tokenInput } from "./invitation"
import { teamOfPerson } from "./team"

export const acceptInvitation = defineOperation({
  id: "teams.acceptInvitation",
  summary: "Accept an invitation",
  audience: "person",
  kind: "mutation",
  input: z.strictObject({ token: tokenInput() }),
  output: teamOfPerson.pick({ id: true, name: true, slug: true, role: true }),
  async handle(ctx, { token }) {
    const invitation = await findInvitation(token, ctx.now())
    if (!invitation) throw invitationGone()
    if (invitation.email !== null) await requireAddress(invitation.email, ctx.actor.id)
    const role = await prisma.$transaction((tx) => join(tx, ctx, invitation))
    return { data: { id: invitation.team_id, name: invitation.team_name, slug: invitation.team_slug, role } }
  },
})

/** Marks the invitation as used and creates the membership in one transaction. An existing member keeps their role. */
async function join(tx: Prisma.TransactionClient, ctx: PersonContext, invitation: OpenInvitation) {
  const { actor, now } = ctx
  const { team_id, role } = invitation
  const { count } = await tx.invitation.updateMany({
    where: { id: invitation.id, team_id, accepted_at: null, revoked_at: null },
    data: { accepted_at: now(), accepted_by: actor.id },
  })
  if (count === 0) throw invitationGone()
  const data = { team_id, user_id: actor.id, role, created_at: now() }
  const added = await tx.membership.createMany({ data, skipDuplicates: true })
  if (added.count === 0) {
    const existing = await tx.membership.findFirstOrThrow({ where: { team_id, user_id: actor.id } })
    return existing.role as OpenInvitation["role"]
  }
  const entry: AuditRecord = { action: "member.joined", subject_id: actor.id, after: { name: actor.name, role } }
  await recordAudit({ ...ctx, team: { id: team_id } }, entry, tx)
  return role
}

/**
 * Throws unless the user has confirmed the invited address. The confirmation is checked first, so a user who
 * signed up with a guessed address does not learn whether the guess was right.
 */
async function requireAddress(invited: string, personId: string) {
  const person = await prisma.user.findUnique({
    where: { id: personId },
    select: { email: true, email_verified_at: true },
  })
  if (!person?.email_verified_at)
    throw new Problem(
      "state_conflict",
      "This invitation is for a specific email address. Confirm your address under Account first, or ask for an invitation without an address.",
    )
  if (person.email !== invited)
    throw new Problem(
      "state_conflict",
      `This invitation is for an email address other than ${person.email}. Sign in with the invited address, or ask for an invitation without an address.`,
    )
}
