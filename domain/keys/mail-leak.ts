/** Emails the owners and admins of a team when one of its keys was revoked as leaked. */
import { z } from "zod"
import { baseUrl } from "@/domain/kernel/base-url"
import { canSendMail, type Email, sendMail } from "@/domain/kernel/mail"
import { teamIdRow } from "@/domain/kernel/rows"
import { acrossTeams, inTeam, rows, sql } from "@/prisma/client"

/** User ids of the owners and admins. Empty when the email was already sent, or when no mail server is set. */
export async function leakEmailRecipients(keyId: string): Promise<string[]> {
  if (!canSendMail()) return []
  const recipients = await inTeamOfKey(keyId, () =>
    rows(
      userIdRow,
      sql`select m.user_id from membership m join api_key k on k.team_id = m.team_id
        where k.id = ${keyId} and k.leak_mailed_at is null and m.role in ('owner', 'admin') order by m.user_id`,
    ),
  )
  return (recipients ?? []).map(({ user_id }) => user_id)
}

/** Emails this user, unless they have left the team. Throws when the mail server rejects the email. */
export async function mailLeak(keyId: string, userId: string): Promise<void> {
  const found = await inTeamOfKey(keyId, () =>
    rows(
      leakEmailData,
      sql`select u.email, t.name as team, t.slug, k.id as key_id, k.name as key, k.hint
        from api_key k join team t on t.id = k.team_id
        join membership m on m.team_id = k.team_id and m.user_id = ${userId} and m.role in ('owner', 'admin')
        join "user" u on u.id = m.user_id where k.id = ${keyId}`,
    ),
  )
  if (found?.[0]) await sendMail(leakEmail(found[0]))
}

export const markLeakMailed = (keyId: string) =>
  inTeamOfKey(keyId, () =>
    rows(sql`update api_key set leak_mailed_at = now() where id = ${keyId} and leak_mailed_at is null`),
  )

/**
 * Keys that were revoked as leaked in the last day and whose email was not sent yet, with the hours since the
 * revocation.
 */
export async function leaksToMail(): Promise<{ id: string; hours: number }[]> {
  if (!canSendMail()) return []
  // Across teams: the sweep covers all teams.
  return acrossTeams(() =>
    rows(
      unmailedRow,
      sql`select id, floor(extract(epoch from now() - revoked_at) / 3600)::int as hours from api_key
      where revoke_reason = 'leaked' and leak_mailed_at is null and revoked_at > now() - interval '1 day' order by id limit 1000`,
    ),
  )
}

const leakEmailData = z.object({
  email: z.string(),
  team: z.string(),
  slug: z.string(),
  key_id: z.string(),
  key: z.string(),
  hint: z.string(),
})
type LeakEmailData = z.infer<typeof leakEmailData>

const leakEmail = ({ email, team, slug, key_id, key, hint }: LeakEmailData): Email => ({
  to: email,
  subject: `API key ${key} was revoked because it was sent in a URL`,
  text: [
    `The API key ${key} (${hint}) of the team ${team} was sent in a URL. URLs are stored in logs and browser histories, so we revoked the key immediately.`,
    "Programs that use this key now receive the error key_revoked. Create a new key and send it in the Authorization header.",
    `The key and its last requests:\n${baseUrl()}/${slug}/settings/api/keys/${key_id}`,
    `The audit log shows when and from where the key was sent:\n${baseUrl()}/${slug}/settings/audit`,
    `You receive this email because you are an owner or admin of ${team}.\n`,
  ].join("\n\n"),
})

/**
 * Finds the team of the key across teams, because the caller knows only the key's id. Then runs `work` inside that
 * team.
 */
async function inTeamOfKey<T>(keyId: string, work: () => Promise<T>): Promise<T | undefined> {
  const [found] = await acrossTeams(() => rows(teamIdRow, sql`select team_id from api_key where id = ${keyId}`))
  return found && inTeam(found.team_id, work)
}

const userIdRow = z.object({ user_id: z.string() })
const unmailedRow = z.object({ id: z.string(), hours: z.int() })
