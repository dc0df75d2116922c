/**
 * Notices to teams: about endpoints that fail or whose events wait, and about keys that were revoked as leaked.
 *
 * The ids of the functions stay, because no process continues a queued run whose function has another id.
 */
import { leakEmailRecipients, mailLeak, markLeakMailed } from "@/domain/keys/mail-leak"
import { updateConditionNotices } from "@/domain/webhooks/condition-notices"
import { mailNotice, markMailed, noticeRecipients } from "@/domain/webhooks/mail-notice"
import { inngest } from "./client"
import { emailEach } from "./email-each"

/** Every five minutes: looks for endpoints where most attempts fail or events wait, and notifies their teams. */
export const checkEndpointHealth = inngest.createFunction(
  { id: "watch", triggers: [{ cron: "*/5 * * * *" }], concurrency: 1, retries: 1 },
  () => updateConditionNotices(),
)

/** Emails a notice about an endpoint to the people who can fix it. */
export const emailNotice = inngest.createFunction(
  {
    id: "notify",
    triggers: [{ event: "webhooks/noticed" }],
    concurrency: { limit: 1, key: "event.data.notice_id" },
    retries: 6,
  },
  async (run) => {
    const { notice_id } = run.event.data as { notice_id: string }
    const recipients = await run.step.run("find the recipients", () => noticeRecipients(notice_id))
    const isSent = await emailEach(run, notice_id, recipients, (user) => mailNotice(notice_id, user))
    if (isSent) await run.step.run("mark as sent", () => markMailed(notice_id))
  },
)

/** Emails the owners and admins of a team about a key that was revoked as leaked. */
export const notifyLeak = inngest.createFunction(
  {
    id: "notify-leak",
    triggers: [{ event: "keys/leaked" }],
    concurrency: { limit: 1, key: "event.data.key_id" },
    retries: 6,
  },
  async (run) => {
    const { key_id } = run.event.data as { key_id: string }
    const recipients = await run.step.run("find the recipients", () => leakEmailRecipients(key_id))
    const isSent = await emailEach(run, key_id, recipients, (user) => mailLeak(key_id, user))
    if (isSent) await run.step.run("mark as sent", () => markLeakMailed(key_id))
  },
)
