/**
 * Emails the admins of a team about a key that was revoked as leaked. Each email is its own step, so no retry sends it
 * twice.
 */
import { leakEmailRecipients, mailLeak, markLeakMailed } from "@/domain/keys/mail-leak"
import { inngest } from "./client"

export const notifyLeak = inngest.createFunction(
  {
    id: "notify-leak",
    triggers: [{ event: "keys/leaked" }],
    concurrency: { limit: 1, key: "event.data.key_id" },
    retries: 6,
  },
  async ({ event, step }) => {
    const { key_id } = event.data as { key_id: string }
    const readers = await step.run("find the recipients", () => leakEmailRecipients(key_id))
    for (const reader of readers) await step.run(`email ${reader}`, () => mailLeak(key_id, reader))
    if (readers.length > 0) await step.run("mark as sent", () => markLeakMailed(key_id))
  },
)
