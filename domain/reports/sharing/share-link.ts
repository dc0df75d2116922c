/**
 * Defines a share link: an address that shows one published report without signing in, until it expires or is revoked.
 */
import { createHash, randomBytes } from "node:crypto"
import { z } from "zod"
import { baseUrl } from "@/domain/kernel/base-url"
import { createdAt, timestamp } from "@/domain/kernel/fields"
import { id } from "@/domain/kernel/ids"
import { rows, sql } from "@/prisma/client"

/** Maximum number of active links per report. */
export const maxShareLinks = 50

export const shareLink = z.object({
  id: id("shareLink"),
  report_id: id("report"),
  status: z.enum(["active", "expired", "revoked"]).meta({ description: "Only active links show the report." }),
  created_by: z.string().nullable().meta({ description: "The name of the user who created the link." }),
  created_at: createdAt(),
  expires_at: timestamp().meta({ description: "The time after which the link no longer works." }),
  revoked_at: timestamp().nullable().meta({ description: "The time when the link was revoked." }),
  last_viewed_at: timestamp().nullable().meta({ description: "The time when the link was last opened." }),
  view_count: z.int().meta({ description: "How often the link was opened." }),
})
export type ShareLink = z.infer<typeof shareLink>

export const shareLinkColumns = (now: Date) => sql`l.id, l.report_id,
  case when l.revoked_at is not null then 'revoked' when l.expires_at <= ${now} then 'expired' else 'active' end as status,
  (select u.name from "user" u where u.id = l.created_by) as created_by, l.created_at, l.expires_at, l.revoked_at,
  l.last_viewed_at, l.view_count`

export async function findShareLink(teamId: string, linkId: string, now: Date): Promise<ShareLink | undefined> {
  const [found] = await rows(
    shareLink,
    sql`select ${shareLinkColumns(now)} from report_share_link l where l.team_id = ${teamId} and l.id = ${linkId}`,
  )
  return found
}

/** 256 random bits. The link contains the token, and the table only its hash. */
export const newToken = () => randomBytes(32).toString("base64url")
export const hashToken = (token: string) => new Uint8Array(createHash("sha256").update(token).digest())
export const urlOf = (token: string) => `${baseUrl()}/shared/${token}`
