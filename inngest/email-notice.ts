/**
 * Emails a notice about an endpoint to the people who can fix it. Each email is its own step, so no retry sends it
 * twice.
 */
import { mailNotice, markMailed, noticeRecipients } from "@/domain/webhooks/mail-notice"
import { inngest } from "./client"

export const emailNotice = inngest.createFunction(
  {
    id: "notify",
    triggers: [{ event: "webhooks/noticed" }],
    concurrency: { limit: 1, key: "event.data.notice_id" },
    retries: 6,
  },
  async ({ event, step }) => {
    const { notice_id } = event.data as { notice_id: string }
    const recipients = await step.run("find the recipients", () => noticeRecipients(notice_id))
    for (const recipient of recipients) await step.run(`email ${recipient}`, () => mailNotice(notice_id, recipient))
    if (recipients.length > 0) await step.run("mark as sent", () => markMailed(notice_id))
  },
)
