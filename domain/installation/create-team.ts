/** Creates a team for people without an account. Its first owner joins with an invitation link. */
import { baseUrl } from "@/domain/kernel/base-url"
import { newId } from "@/domain/kernel/ids"
import type { Plan } from "@/domain/kernel/plans"
import { hashToken, invitationDays, newToken } from "@/domain/teams/invitation"
import { freeSlug } from "@/domain/teams/slug"
import { acrossTeams, prisma } from "@/prisma/client"
import { type Operator, recordTeamChange } from "./record-change"

type NewTeam = {
  name: string
  plan: Plan
  /**
   * The email address of the user who can accept. The user must have confirmed it. null: the first user who accepts the
   * link becomes the owner.
   */
  ownerEmail: string | null
}

/**
 * Runs across teams, because the team does not exist yet. The link is returned only here, because the database stores a
 * hash of its token.
 */
export function createTeamWithInvitation(operator: Operator, { name, plan, ownerEmail }: NewTeam) {
  const token = newToken()
  return acrossTeams(() =>
    prisma.$transaction(async (tx) => {
      const created_at = operator.now()
      const team = await tx.team.create({
        data: { id: newId("team"), name, slug: await freeSlug(tx, name), plan, created_at },
      })
      await tx.invitation.create({
        data: {
          id: newId("invitation"),
          team_id: team.id,
          email: ownerEmail?.trim().toLowerCase() ?? null,
          role: "owner",
          token_hash: new Uint8Array(hashToken(token)),
          created_by: "", // an operator is no member, so an id would make the invitation invalid (find-invitation.ts)
          created_at,
          expires_at: new Date(created_at.getTime() + invitationDays * 86_400_000),
        },
      })
      const subject = { id: team.id, label: team.name }
      await recordTeamChange(tx, operator, {
        action: "team.created",
        subject,
        after: { name, plan, owner: ownerEmail },
      })
      return { slug: team.slug, link: `${baseUrl()}/invitations/${token}` }
    }),
  )
}
