/**
 * Emails a team's new open signals once a day. Owners and admins receive the email unless they turned it off, other
 * members only if they turned it on.
 */
import { z } from "zod"
import { baseUrl } from "@/domain/kernel/base-url"
import { pluralize } from "@/domain/kernel/format-count"
import { canSendMail, type Email, sendMail } from "@/domain/kernel/mail"
import { teamIdRow } from "@/domain/kernel/rows"
import { acrossTeams, inTeam, rows, sql } from "@/prisma/client"
import { digestOfMember } from "./digest-setting"
import { unsubscribeToken } from "./unsubscribe-token"

const digestRow = z.object({
  team_id: z.string(),
  user_ids: z.array(z.string()),
  signal_ids: z.array(z.string()),
})
type Digest = z.infer<typeof digestRow>

/** The hour of the day in UTC at which the email is sent. */
export const digestHourUtc = 7

/**
 * Open signals that no email has listed. Signals that are older than two days are not sent late, for example after an
 * outage.
 */
const isUnmailed = sql`s.status = 'open' and s.mailed_at is null and s.created_at > now() - interval '2 days'`

/** Teams with signals to email. Empty when no mail server is configured. */
export async function teamsToMail(): Promise<string[]> {
  if (!canSendMail()) return []
  // Across teams: the job covers all teams.
  const teams = await acrossTeams(() =>
    rows(
      teamIdRow,
      sql`select distinct s.team_id from signal s join team t on t.id = s.team_id where ${isUnmailed} and not t.is_suspended order by 1`,
    ),
  )
  return teams.map(({ team_id }) => team_id)
}

/** The recipients and the signals of today's email of a team. */
export async function planDigest(teamId: string): Promise<Digest | undefined> {
  const [digest] = await inTeam(teamId, () =>
    rows(
      digestRow,
      sql`
        select ${teamId} as team_id,
          array(select m.user_id from membership m where m.team_id = ${teamId} and ${digestOfMember} = 'daily' order by 1) as user_ids,
          array(select s.id from signal s where s.team_id = ${teamId} and ${isUnmailed} order by s.id limit 200) as signal_ids`,
    ),
  )
  return digest && digest.signal_ids.length > 0 ? digest : undefined
}

const recipientRow = z.object({
  user_id: z.string(),
  email: z.string(),
  team_id: z.string(),
  team: z.string(),
  slug: z.string(),
})
const listedSignal = z.object({ id: z.string(), title: z.string(), severity: z.string(), client: z.string() })

/**
 * Throws when the mail server rejects the email. Sends nothing to a person who has left the team or turned the email
 * off.
 */
export async function mailDigest({ team_id, signal_ids }: Digest, userId: string): Promise<void> {
  const [[recipient], signals] = await inTeam(team_id, () =>
    Promise.all([
      rows(
        recipientRow,
        sql`select u.id as user_id, u.email, t.id as team_id, t.name as team, t.slug from membership m join "user" u on u.id = m.user_id join team t on t.id = m.team_id
          where m.team_id = ${team_id} and m.user_id = ${userId} and ${digestOfMember} = 'daily'`,
      ),
      rows(
        listedSignal,
        sql`select s.id, s.title, s.severity, c.name as client from signal s join client c on c.id = s.client_id
          where s.team_id = ${team_id} and s.id = any(${signal_ids}) order by array_position(array['critical', 'warning', 'info'], s.severity), s.id`,
      ),
    ]),
  )
  if (recipient) await sendMail(digestEmail(recipient, signals))
}

/** Marks the signals of a digest as emailed, so that no later email lists them. */
export const markMailed = ({ team_id, signal_ids }: Digest) =>
  inTeam(team_id, () =>
    rows(
      sql`update signal set mailed_at = now() where team_id = ${team_id} and id = any(${signal_ids}) and mailed_at is null`,
    ),
  )

/** For more signals, the email links to the inbox. */
const maxListed = 20

export function digestEmail(
  { user_id, email, team_id, team, slug }: z.infer<typeof recipientRow>,
  signals: z.infer<typeof listedSignal>[],
): Email {
  const unsubscribeUrl = `${baseUrl()}/account/unsubscribe/${unsubscribeToken({ team_id, user_id })}`
  const inboxUrl = `${baseUrl()}/${slug}/signals`
  const count = pluralize(signals.length, "new signal")
  const lines = signals
    .slice(0, maxListed)
    .map(({ id, title, severity, client }) => `${client}: ${title} (${severity})\n${inboxUrl}/${id}`)
  const moreLine = signals.length > maxListed ? [`${signals.length - maxListed} more on the Signals page.`] : []
  return {
    to: email,
    subject: `${count} in ${team}`,
    list: { unsubscribe: unsubscribeUrl },
    text: [
      `Signalbox detected ${count} for the clients of ${team}.`,
      ...lines,
      ...moreLine,
      `All signals:\n${inboxUrl}`,
      `You receive this email because you are a member of ${team}. Turn off this email:\n${unsubscribeUrl}\n`,
    ].join("\n\n"),
  }
}
