/** Each night: gives up what was held too long, forgets what is kept no longer, and seals with the newest key of the ring. */
import { expire } from "@/domain/deliveries/expire"
import { prune as pruneDeliveries } from "@/domain/deliveries/prune"
import { pruneRaw } from "@/domain/scans/prune-raw"
import { pruneHours } from "@/domain/webhooks/attempt-hours"
import { eraseEndedSecrets } from "@/domain/webhooks/erase-ended-secrets"
import { resealSecrets } from "@/domain/webhooks/reseal-secrets"
import { inngest } from "./client"

export const prune = inngest.createFunction(
  { id: "prune", triggers: [{ cron: "17 3 * * *" }], concurrency: 1 },
  async ({ step }) => {
    const expired = await step.run("expire", expire)
    const pruned = await step.run("prune", pruneDeliveries)
    const hours = await step.run("prune-hours", pruneHours)
    const raw = await step.run("prune-raw", pruneRaw)
    await step.run("erase-ended-secrets", eraseEndedSecrets)
    await step.run("reseal-secrets", resealSecrets)
    return { expired, ...pruned, hours, raw }
  },
)
