/** Writes the email for a notice: what happened, whether anything is lost, and what to do. */
import { baseUrl } from "@/domain/kernel/base-url"
import type { Email } from "@/domain/kernel/mail"
import type { noticeKinds } from "./notice"

export type Addressed = {
  email: string
  team: string
  slug: string
  endpoint_id: string
  kind: (typeof noticeKinds)[number]
  detail: string
  url: string
  description: string
}

export function noticeEmail({ email, team, slug, endpoint_id, kind, detail, url, description }: Addressed): Email {
  const { host } = new URL(url)
  const { happened, advice } = words[kind]
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

const words: Record<Addressed["kind"], { happened: string; advice: string }> = {
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
