/** Each night: gives up what was held too long, and forgets what is kept no longer. */
import { expire } from "@/domain/deliveries/expire"
import { prune as pruneDeliveries } from "@/domain/deliveries/prune"
import { inngest } from "./client"

export const prune = inngest.createFunction(
  { id: "prune", triggers: [{ cron: "17 3 * * *" }], concurrency: 1 },
  async ({ step }) => {
    const expired = await step.run("expire", expire)
    const pruned = await step.run("prune", pruneDeliveries)
    return { expired, ...pruned }
  },
)
