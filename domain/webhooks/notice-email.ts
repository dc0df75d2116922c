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
      `You get this as an owner or admin of ${team}.\n`,
    ].join("\n\n"),
  }
}

const whenMended = "Once it works, Recover on its page sends again what was given up."

const words: Record<Addressed["kind"], { happened: string; advice: string }> = {
  failing_24h: {
    happened: "has failed for 24 hours",
    advice: `Events are tried again as the webhook is set, and after five days without a success it is disabled. ${whenMended}`,
  },
  failing_72h: {
    happened: "has failed for 72 hours",
    advice: `After five days without a success it is disabled, and events are held instead. ${whenMended}`,
  },
  low_success: {
    happened: "fails more often than it succeeds",
    advice: `Events are tried again as the webhook is set. ${whenMended}`,
  },
  delayed: {
    happened: "has events that wait",
    advice: "Nothing is lost: they are sent as soon as they can be.",
  },
  disabled: {
    happened: "was disabled",
    advice: `Nothing is sent to it any more; events are held for 30 days. Mend the receiver, then press Resume. ${whenMended}`,
  },
  gone: {
    happened: "was disabled: its receiver wants no more events",
    advice:
      "Events are held for 30 days. If that was not meant, press Resume and choose to send them; if it was, delete the webhook.",
  },
  address_blocked: {
    happened: "points to an address that is not allowed",
    advice: `Each event is given up after three attempts. ${whenMended}`,
  },
  recovered: {
    happened: "works again",
    advice: "What was given up meanwhile can be sent again with Recover on its page.",
  },
}
