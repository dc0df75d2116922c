/** Emails notices about an endpoint to the owners and admins of its team. */
import { canSendMail, sendMail } from "@/domain/kernel/mail"
import { acrossTeams, inTeam, rows, sql } from "@/prisma/client"
import { type Addressed, noticeEmail } from "./notice-email"

/** User ids of the owners and admins who get an email. Empty when it was already sent, or when no mail server is configured. */
export async function readersOfNotice(noticeId: string): Promise<string[]> {
  if (!canSendMail()) return []
  const readers = await inTeamOfNotice(noticeId, () =>
    rows<{ user_id: string }>(sql`select m.user_id from membership m join webhook_notice n on n.team_id = m.team_id
      where n.id = ${noticeId} and n.mailed_at is null and m.role in ('owner', 'admin') order by m.user_id`),
  )
  return (readers ?? []).map(({ user_id }) => user_id)
}

/** Throws when the mail server rejects the email. Sends nothing to a person who has left the team. */
export async function mailNotice(noticeId: string, userId: string): Promise<void> {
  const found = await inTeamOfNotice(noticeId, () =>
    rows<Addressed>(sql`select u.email, t.name as team, t.slug, n.endpoint_id, n.kind, n.detail, e.url, e.description
      from webhook_notice n join webhook_endpoint e on e.id = n.endpoint_id and e.team_id = n.team_id join team t on t.id = n.team_id
      join membership m on m.team_id = n.team_id and m.user_id = ${userId} and m.role in ('owner', 'admin')
      join "user" u on u.id = m.user_id where n.id = ${noticeId}`),
  )
  if (found?.[0]) await sendMail(noticeEmail(found[0]))
}

export const markMailed = (noticeId: string) =>
  inTeamOfNotice(noticeId, () =>
    rows(sql`update webhook_notice set mailed_at = now() where id = ${noticeId} and mailed_at is null`),
  )

/** Notices of the last day that should have been emailed by now, with their age in hours. */
export async function noticesToMail(): Promise<{ id: string; hours: number }[]> {
  if (!canSendMail()) return []
  // Across teams: the sweep covers all teams.
  return acrossTeams(() =>
    rows(sql`select id, floor(extract(epoch from now() - created_at) / 3600)::int as hours from webhook_notice
      where mailed_at is null and created_at between now() - interval '1 day' and now() - interval '1 minute' order by id limit 1000`),
  )
}

/** Runs `work` in the notice's team. Only the lookup of that team is across teams: the caller knows just the notice's id. */
async function inTeamOfNotice<T>(noticeId: string, work: () => Promise<T>): Promise<T | undefined> {
  const [found] = await acrossTeams(() =>
    rows<{ team_id: string }>(sql`select team_id from webhook_notice where id = ${noticeId}`),
  )
  return found && inTeam(found.team_id, work)
}
