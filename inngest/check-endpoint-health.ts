/** Every five minutes: looks for endpoints where most attempts fail or events wait, and notifies their teams. */
import { watch } from "@/domain/webhooks/watch"
import { inngest } from "./client"

export const checkEndpointHealth = inngest.createFunction(
  { id: "watch", triggers: [{ cron: "*/5 * * * *" }], concurrency: 1, retries: 1 },
  () => watch(),
)
