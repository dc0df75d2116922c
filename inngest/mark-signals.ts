/** Daily: marks every client as due, because a budget or a stale data source needs no new data to become a signal. */
import { markUnevaluated } from "@/domain/signals/due-clients"
import { inngest } from "./client"

export const markSignals = inngest.createFunction(
  { id: "mark-signals", triggers: [{ cron: "40 5 * * *" }], concurrency: 1, retries: 2 },
  () => markUnevaluated(new Date()),
)
