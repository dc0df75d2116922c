/** Finds the open invitation behind a link. */
import type { Role } from "@/domain/context"
import { Problem } from "@/domain/errors"
import { rows, sql } from "@/prisma/client"
import { hashToken } from "./invitation"

export type OpenInvitation = {
  id: string
  team_id: string
  team_slug: string
  team_name: string
  role: Role
  email: string | null
  invited_by: string | null
}

/** Undefined for used, revoked and expired ones alike. The caller looks across teams: the link says which one. */
export async function findInvitation(token: string, now: Date): Promise<OpenInvitation | undefined> {
  const [found] = await rows<OpenInvitation>(sql`
    select i.id, i.team_id, t.slug as team_slug, t.name as team_name, i.role, i.email,
      (select u.name from "user" u where u.id = i.created_by) as invited_by
    from invitation i join team t on t.id = i.team_id where i.token_hash = ${hashToken(token)}
      and i.accepted_at is null and i.revoked_at is null and i.expires_at > ${now}`)
  return found
}

export const invitationGone = () =>
  new Problem("resource_not_found", "This invitation was used, revoked, or has expired. Ask for a new link.")
