/** Each night: gives up what was held too long, and forgets what is older than it is kept. */
import { expire } from "@/domain/deliveries/expire"
import { inngest } from "./client"

export const prune = inngest.createFunction(
  { id: "prune", triggers: [{ cron: "17 3 * * *" }], concurrency: 1 },
  async ({ step }) => {
    await step.run("expire", expire)
  },
)
