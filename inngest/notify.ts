/**
 * Emails a notice about an endpoint to the people who can fix it. Each email is its own step, so no retry sends it
 * twice.
 */
import { mailNotice, markMailed, readersOfNotice } from "@/domain/webhooks/mail-notice"
import { inngest } from "./client"

export const notify = inngest.createFunction(
  {
    id: "notify",
    triggers: [{ event: "webhooks/noticed" }],
    concurrency: { limit: 1, key: "event.data.notice_id" },
    retries: 6,
  },
  async ({ event, step }) => {
    const { notice_id } = event.data as { notice_id: string }
    const readers = await step.run("find the recipients", () => readersOfNotice(notice_id))
    for (const reader of readers) await step.run(`email ${reader}`, () => mailNotice(notice_id, reader))
    if (readers.length > 0) await step.run("mark as sent", () => markMailed(notice_id))
  },
)
