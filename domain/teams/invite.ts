/**
 * Creates an invitation link, which is shown only once. With an address and a mail server, the link is also emailed.
 */
import { z } from "zod"
import { recordAudit } from "@/domain/audit/record"
import { baseUrl } from "@/domain/kernel/base-url"
import { Problem } from "@/domain/kernel/errors"
import { emailInput } from "@/domain/kernel/fields"
import { newId } from "@/domain/kernel/ids"
import { trySendMail } from "@/domain/kernel/mail"
import { defineOperation } from "@/domain/kernel/operation"
import { roles } from "@/domain/kernel/roles"
import { addressKey, chargeRequest } from "@/domain/usage/quotas"
import { lockTeam } from "@/domain/webhooks/endpoint-limits"
import { type Prisma, prisma, rowsIn, sql } from "@/prisma/client"
import { hashToken, invitation, invitationDays, maxInvitations, newToken } from "./invitation"
import { requireOwner } from "./member"

export const invite = defineOperation({
  id: "teams.invite",
  summary: "Invite someone to the team",
  audience: "team",
  kind: "mutation",
  role: "admin",
  input: z.strictObject({
    email: emailInput().optional().meta({
      description: "The email address that can accept the invitation. Default: anyone with the link can accept it.",
    }),
    role: z.enum(roles),
  }),
  output: z.object({
    invitation,
    link: z.url().meta({ description: "The invitation link. It is only returned once." }),
    is_mailed: z.boolean(),
  }),
  async handle(ctx, { email, role }) {
    const { team, actor } = ctx
    if (role === "owner")
      requireOwner(actor.kind === "person" ? actor.role : undefined, "Only an owner can invite an owner.")
    // Checked before the email counts against its limits, and again together with the new invitation.
    await prisma.$transaction((tx) => requireInvitable(tx, team.id, email, ctx.now()))
    if (email !== undefined) await chargeInvitation(actor.kind === "person" ? actor.id : team.id, email)
    const token = newToken()
    const data = {
      id: newId("invitation"),
      team_id: team.id,
      email: email ?? null,
      role,
      token_hash: new Uint8Array(hashToken(token)),
      created_by: actor.kind === "person" ? actor.id : "",
      created_at: ctx.now(),
      expires_at: new Date(ctx.now().getTime() + invitationDays * 86_400_000),
    }
    await prisma.$transaction(async (tx) => {
      await requireInvitable(tx, team.id, email, ctx.now())
      await tx.invitation.create({ data })
      const after = { email: data.email, role }
      await recordAudit(ctx, { action: "member.invited", subject_id: data.id, after }, tx)
    })
    const link = `${baseUrl()}/invitations/${token}`
    const inviter = actor.kind === "person" ? actor.name : "Signalbox"
    const is_mailed =
      email !== undefined && (await trySendMail(invitationEmail(email, { link, inviter, team: team.name })))
    return { data: { invitation: { ...data, invited_by: inviter }, link, is_mailed } }
  },
})

/** Limits emails, because invitations can be revoked and sent again. Throws `rate_limited`. */
const chargeInvitation = (senderId: string, email: string) =>
  chargeRequest([
    { policy: "invitation-sender", id: senderId, quota: 100, window_seconds: 3_600 },
    { policy: "invitation-address", id: addressKey(email), quota: 5, window_seconds: 3_600 },
  ])

/**
 * Throws when the address belongs to a member, or when the team has too many open invitations. Locks the team, so that
 * concurrent requests cannot exceed the limit together.
 */
async function requireInvitable(tx: Prisma.TransactionClient, teamId: string, email: string | undefined, now: Date) {
  await lockTeam(tx, teamId)
  const [state] = await rowsIn(
    tx,
    openRow,
    sql`
      select (select count(*)::int from invitation where team_id = ${teamId} and accepted_at is null and revoked_at is null
          and expires_at > ${now}) as open,
        exists (select 1 from membership m join "user" u on u.id = m.user_id
          where m.team_id = ${teamId} and u.email = ${email ?? ""}) as is_member`,
  )
  if (state?.is_member) throw new Problem("already_exists", `${email} is already a member of this team.`)
  if (state && state.open >= maxInvitations)
    throw new Problem(
      "plan_limit_reached",
      `This team has ${state.open} open invitations, which is the limit. Revoke some before you create more.`,
    )
}

const invitationEmail = (to: string, { link, inviter, team }: { link: string; inviter: string; team: string }) => ({
  to,
  subject: `${inviter} invites you to ${team} on Signalbox`,
  text: `${inviter} invites you to the team ${team} on Signalbox.\n\nTo accept the invitation, open this link:\n${link}\n\nThe link works once and expires after ${invitationDays} days.\n`,
})

const openRow = z.object({ open: z.number(), is_member: z.boolean() })
