/**
 * Attempts due deliveries. One run attempts many. The event is only a hint: Postgres decides which deliveries are due.
 */
import { inngest } from "./client"
import { runDeliveryLoop } from "./deliver-loop"

export const deliver = inngest.createFunction(
  // A process has up to two runs: one claims, and the previous one waits for its requests in flight. A third run ends
  // immediately. With more than five processes, some of them wait for a free run, and the others deliver meanwhile.
  { id: "deliver", triggers: [{ event: "webhooks/due" }], concurrency: 10, retries: 2 },
  async () => {
    const delivered = await runDeliveryLoop({ startNextRun })
    // Starts a run even if the loop has already started one. That run may be in another process, and may have ended
    // while requests of this run took the slots of an endpoint. During shutdown, the loop started none.
    if (delivered?.isUnfinished) await startNextRun()
    else if (delivered?.nextDueAt) await startRunAt(Date.parse(delivered.nextDueAt))
    return delivered
  },
)

/** Deliveries due later than this are left to the sweep. */
const maxDelayMs = 3_600_000

const startNextRun = () => inngest.send({ name: "webhooks/due", data: {} })

/**
 * Schedules a run at `timestamp` (milliseconds). The event id contains it in whole seconds, so several runs that end
 * with the same next due time start only one run.
 */
async function startRunAt(timestamp: number) {
  if (timestamp <= Date.now()) return startNextRun()
  const ts = Math.ceil(timestamp / 1_000) * 1_000
  if (ts - Date.now() > maxDelayMs) return
  await inngest.send({ name: "webhooks/due", id: `webhooks/due:${ts}`, ts, data: {} })
}
