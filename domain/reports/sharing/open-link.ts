/** Finds the share link that a visitor opens. */
import { z } from "zod"
import { teamFacts } from "@/domain/kernel/context"
import { Problem } from "@/domain/kernel/errors"
import { timestamp } from "@/domain/kernel/fields"
import { limitsOf } from "@/domain/kernel/plans"
import { rows, sql } from "@/prisma/client"
import { hashToken } from "./share-link"

/** Requests from one network per minute, for reports and for logos. A page makes one of each. */
export const viewsPerMinute = 60

const openLink = z.object({
  id: z.string(),
  report_id: z.string(),
  expires_at: timestamp(),
  client_name: z.string(),
  client_logo_url: z.string().nullable(),
  team: teamFacts,
})
export type OpenLink = z.infer<typeof openLink>

/**
 * Throws `resource_not_found` unless the link is active, its report is published, and its team may share reports. Runs
 * across teams, as every public operation does (kernel/operation.ts), because the team is unknown until the link is
 * found.
 */
export async function requireOpenLink(token: string, now: Date): Promise<OpenLink> {
  const [found] = await rows(
    openLink,
    sql`
      select l.id, l.report_id, l.expires_at, c.name as client_name, c.logo_url as client_logo_url,
        json_build_object('id', t.id, 'slug', t.slug, 'name', t.name, 'plan', t.plan, 'timezone', t.timezone,
          'currency', t.currency, 'is_sample', t.is_sample, 'is_suspended', t.is_suspended, 'limits', t.limits) as team
      from report_share_link l
      join report r on r.id = l.report_id and r.team_id = l.team_id
      join client c on c.id = r.client_id and c.team_id = l.team_id
      join team t on t.id = l.team_id
      where l.token_hash = ${hashToken(token)} and l.revoked_at is null and l.expires_at > ${now} and r.status = 'published'
        and not t.is_suspended`,
  )
  if (!found || !limitsOf(found.team.plan).hasDeveloperAccess) throw linkNotValid()
  return found
}

const linkNotValid = () =>
  new Problem("resource_not_found", "This link is not valid. Ask the person who sent it to you for a new one.")
