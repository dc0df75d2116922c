/**
 * Attempts due deliveries. One run attempts many. The event is only a hint: Postgres decides which deliveries are due.
 */
import { inngest } from "./client"
import { runDeliveryLoop } from "./deliver-loop"

export const deliver = inngest.createFunction(
  // Enough for five processes with two runs each: one claims, and the previous one waits for its requests in flight. A
  // third run in the same process ends at once.
  { id: "deliver", triggers: [{ event: "webhooks/due" }], concurrency: 10, retries: 2 },
  async () => {
    const delivered = await runDeliveryLoop({ startNextRun: wake })
    // Also after `startNextRun`. The next run may be in another process, and may have ended while requests of this run
    // took the slots of an endpoint. During shutdown, there was no next run.
    if (delivered?.isUnfinished) await wake()
    else if (delivered?.nextDueAt) await wakeAt(Date.parse(delivered.nextDueAt))
    return delivered
  },
)

/** Deliveries due later than this are left to the sweep. */
const maxDelayMs = 3_600_000

const wake = () => inngest.send({ name: "webhooks/due", data: {} })

/**
 * Schedules a run at `moment`. The event id is the moment in whole seconds, so several runs that end with the same next
 * due time start only one run.
 */
async function wakeAt(moment: number) {
  if (moment <= Date.now()) return wake()
  const ts = Math.ceil(moment / 1_000) * 1_000
  if (ts - Date.now() > maxDelayMs) return
  await inngest.send({ name: "webhooks/due", id: `webhooks/due:${ts}`, ts, data: {} })
}
