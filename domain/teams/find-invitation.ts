/** Finds the open invitation of a link. */
import { z } from "zod"
import { Problem } from "@/domain/kernel/errors"
import { roles } from "@/domain/kernel/roles"
import { rows, type Sql, sql } from "@/prisma/client"
import { hashToken } from "./invitation"

const openInvitation = z.object({
  id: z.string(),
  team_id: z.string(),
  team_slug: z.string(),
  team_name: z.string(),
  role: z.enum(roles),
  email: z.string().nullable(),
  invited_by: z.string().nullable(),
})
export type OpenInvitation = z.infer<typeof openInvitation>

/**
 * SQL condition for an invitation `i` that can be accepted: not used, revoked or expired, and created by a member who
 * may still invite to its role. Only owners may invite owners. Admins may invite to all other roles. The creator's
 * current role counts, so an invitation becomes invalid when its creator loses the role. `created_by` is empty for
 * invitations of the service and of operators, which stay valid.
 */
export const isOpenInvitation = (now: Date): Sql => sql`(
  i.accepted_at is null and i.revoked_at is null and i.expires_at > ${now} and (i.created_by = '' or exists (
    select 1 from membership m where m.team_id = i.team_id and m.user_id = i.created_by
      and (m.role = 'owner' or (m.role = 'admin' and i.role <> 'owner')))))`

/**
 * Returns undefined for every link that cannot be accepted. Call it across teams, because the team is unknown until the
 * invitation is found.
 */
export async function findInvitation(token: string, now: Date): Promise<OpenInvitation | undefined> {
  const [found] = await rows(
    openInvitation,
    sql`
      select i.id, i.team_id, t.slug as team_slug, t.name as team_name, i.role, i.email,
        (select u.name from "user" u where u.id = i.created_by) as invited_by
      from invitation i join team t on t.id = i.team_id where i.token_hash = ${hashToken(token)}
        and ${isOpenInvitation(now)}`,
  )
  return found
}

export const invitationGone = () =>
  new Problem("resource_not_found", "This invitation was used or revoked, or it has expired. Ask for a new invitation.")
