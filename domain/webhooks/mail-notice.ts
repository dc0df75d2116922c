/**
 * Emails notices about an endpoint to the owners and admins of its team: what happened, whether anything is lost, and
 * what to do.
 */
import { z } from "zod"
import { baseUrl } from "@/domain/kernel/base-url"
import { canSendMail, type Email, sendMail } from "@/domain/kernel/mail"
import { teamIdRow } from "@/domain/kernel/rows"
import { acrossTeams, inTeam, rows, sql } from "@/prisma/client"
import { noticeKinds } from "./notice"

/**
 * User ids of the owners and admins who get an email. Empty when the email was already sent, or when no mail server is
 * configured.
 */
export async function noticeRecipients(noticeId: string): Promise<string[]> {
  if (!canSendMail()) return []
  const recipients = await inTeamOfNotice(noticeId, () =>
    rows(
      userIdRow,
      sql`select m.user_id from membership m join webhook_notice n on n.team_id = m.team_id
        where n.id = ${noticeId} and n.mailed_at is null and m.role in ('owner', 'admin') order by m.user_id`,
    ),
  )
  return (recipients ?? []).map(({ user_id }) => user_id)
}

/** Sends the notice to this user, unless they have left the team. Throws when the mail server rejects the email. */
export async function mailNotice(noticeId: string, userId: string): Promise<void> {
  const found = await inTeamOfNotice(noticeId, () =>
    rows(
      noticeEmailRow,
      sql`select u.email, t.name as team, t.slug, n.endpoint_id, n.kind, n.detail, e.url, e.description
        from webhook_notice n join webhook_endpoint e on e.id = n.endpoint_id and e.team_id = n.team_id join team t on t.id = n.team_id
        join membership m on m.team_id = n.team_id and m.user_id = ${userId} and m.role in ('owner', 'admin')
        join "user" u on u.id = m.user_id where n.id = ${noticeId}`,
    ),
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
    rows(
      unmailedRow,
      sql`select id, floor(extract(epoch from now() - created_at) / 3600)::int as hours from webhook_notice
      where mailed_at is null and created_at between now() - interval '1 day' and now() - interval '1 minute' order by id limit 1000`,
    ),
  )
}

/**
 * Runs `work` in the notice's team. Only the lookup of that team is across teams: the caller knows just the notice's
 * id.
 */
async function inTeamOfNotice<T>(noticeId: string, work: () => Promise<T>): Promise<T | undefined> {
  const [found] = await acrossTeams(() =>
    rows(teamIdRow, sql`select team_id from webhook_notice where id = ${noticeId}`),
  )
  return found && inTeam(found.team_id, work)
}

const userIdRow = z.object({ user_id: z.string() })
const unmailedRow = z.object({ id: z.string(), hours: z.int() })

const noticeEmailRow = z.object({
  email: z.string(),
  team: z.string(),
  slug: z.string(),
  endpoint_id: z.string(),
  kind: z.enum(noticeKinds),
  detail: z.string(),
  url: z.string(),
  description: z.string(),
})
type NoticeEmailRow = z.infer<typeof noticeEmailRow>

export function noticeEmail({ email, team, slug, endpoint_id, kind, detail, url, description }: NoticeEmailRow): Email {
  const { host } = new URL(url)
  const { happened, advice } = texts[kind]
  const name = description ? `${description} (${host})` : host
  return {
    to: email,
    subject: `Webhook ${host} ${happened}`,
    text: [
      `The webhook ${name} of the team ${team} ${happened}.`,
      detail.endsWith(".") ? detail : `${detail}.`,
      advice,
      `Deliveries, attempts and settings:\n${baseUrl()}/${slug}/settings/api/webhooks/${endpoint_id}`,
      `You receive this email because you are an owner or admin of ${team}.\n`,
    ].join("\n\n"),
  }
}

const howToRecover =
  "When the receiver works again, use Recover deliveries on the webhook's page to send the failed events again."

/** `happened` continues a sentence that starts with the webhook: "The webhook … has delayed events." */
const texts: Record<NoticeEmailRow["kind"], { happened: string; advice: string }> = {
  failing_24h: {
    happened: "has failed for 24 hours",
    advice: `Failed events are retried on the schedule of the webhook. After five days without a success, the webhook is disabled. ${howToRecover}`,
  },
  failing_72h: {
    happened: "has failed for 72 hours",
    advice: `After five days without a success, the webhook is disabled and new events are held. ${howToRecover}`,
  },
  low_success: {
    happened: "fails more often than it succeeds",
    advice: `Failed events are retried on the schedule of the webhook. ${howToRecover}`,
  },
  delayed: {
    happened: "has delayed events",
    advice: "The events are kept and will be sent as soon as possible.",
  },
  disabled: {
    happened: "was disabled",
    advice: `Nothing is sent to it anymore. New events are held for 30 days. Fix the receiver, then choose Resume webhook on the webhook's page. ${howToRecover}`,
  },
  gone: {
    happened: "was disabled because its receiver asked to stop",
    advice:
      "New events are held for 30 days. If this was a mistake, choose Resume webhook on the webhook's page and send the held events. Otherwise delete the webhook.",
  },
  address_blocked: {
    happened: "points to an address that is not allowed",
    advice: `Each event is abandoned after three attempts. Correct the webhook's URL. ${howToRecover}`,
  },
  recovered: {
    happened: "works again",
    advice: "To send the events that failed in the meantime, use Recover deliveries on the webhook's page.",
  },
}
