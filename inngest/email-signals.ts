/** Daily: emails new open signals to owners and admins. Each email is its own step, so no retry sends it twice. */
import { mailDigest, markListed, planDigest, teamsToMail } from "@/domain/signals/mail-digest"
import { inngest } from "./client"

export const emailSignals = inngest.createFunction(
  { id: "email-signals", triggers: [{ cron: "0 7 * * *" }], concurrency: 1, retries: 4 },
  async ({ step }) => {
    for (const team of await step.run("find teams", teamsToMail)) {
      const digest = await step.run(`plan ${team}`, async () => (await planDigest(team)) ?? null)
      if (!digest) continue
      for (const reader of digest.user_ids) await step.run(`email ${team} ${reader}`, () => mailDigest(digest, reader))
      await step.run(`mark ${team}`, () => markListed(digest))
    }
  },
)
