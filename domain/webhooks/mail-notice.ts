/** Letters about an endpoint that fails, was disabled or is well again, to the people of the team who can change it. */
import { canSendMail, sendMail } from "@/domain/mail"
import { acrossTeams, inTeam, rows, sql } from "@/prisma/client"
import { type Addressed, noticeLetter } from "./notice-letter"

/** User ids of the owners and admins who are to have a letter; none when it was sent, or no mail server is set. */
export async function readersOfNotice(noticeId: string): Promise<string[]> {
  if (!canSendMail()) return []
  const readers = await inTeamOfNotice(noticeId, () =>
    rows<{ user_id: string }>(sql`select m.user_id from membership m join webhook_notice n on n.team_id = m.team_id
      where n.id = ${noticeId} and n.mailed_at is null and m.role in ('owner', 'admin') order by m.user_id`),
  )
  return (readers ?? []).map(({ user_id }) => user_id)
}

/** Throws when the mail server does not take the letter. Whoever has left the team meanwhile gets none. */
export async function mailNotice(noticeId: string, userId: string): Promise<void> {
  const found = await inTeamOfNotice(noticeId, () =>
    rows<Addressed>(sql`select u.email, t.name as team, t.slug, n.endpoint_id, n.kind, n.detail, e.url, e.description
      from webhook_notice n join webhook_endpoint e on e.id = n.endpoint_id and e.team_id = n.team_id join team t on t.id = n.team_id
      join membership m on m.team_id = n.team_id and m.user_id = ${userId} and m.role in ('owner', 'admin')
      join "user" u on u.id = m.user_id where n.id = ${noticeId}`),
  )
  if (found?.[0]) await sendMail(noticeLetter(found[0]))
}

export const markMailed = (noticeId: string) =>
  inTeamOfNotice(noticeId, () =>
    rows(sql`update webhook_notice set mailed_at = now() where id = ${noticeId} and mailed_at is null`),
  )

/** Notices of the last day that should have been mailed by now, and how many hours old they are. */
export async function noticesToMail(): Promise<{ id: string; hours: number }[]> {
  if (!canSendMail()) return []
  // Across teams: the sweep looks after all of them.
  return acrossTeams(() =>
    rows(sql`select id, floor(extract(epoch from now() - created_at) / 3600)::int as hours from webhook_notice
      where mailed_at is null and created_at between now() - interval '1 day' and now() - interval '1 minute' order by id limit 1000`),
  )
}

/** Across teams only to learn whose notice it is: an id is all that whoever mails was given. */
async function inTeamOfNotice<T>(noticeId: string, work: () => Promise<T>): Promise<T | undefined> {
  const [found] = await acrossTeams(() =>
    rows<{ team_id: string }>(sql`select team_id from webhook_notice where id = ${noticeId}`),
  )
  return found && inTeam(found.team_id, work)
}
