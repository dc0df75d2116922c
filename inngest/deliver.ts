/** Attempts what is due, as long as there is something; one run may attempt many deliveries. Postgres says what is due, never the event. */
import { deliverDue } from "@/domain/deliveries/work"
import { inngest } from "./client"
import { deliverUntilQuiet } from "./deliver-loop"

export const deliver = inngest.createFunction(
  // So many processes deliver at a time; a second run in one process leaves the work to the first.
  { id: "deliver", triggers: [{ event: "webhooks/due" }], concurrency: 5, retries: 2 },
  async () => {
    const delivered = await deliverUntilQuiet(deliverDue, { handOver: wake })
    if (delivered?.nextDueAt) await wakeAt(Date.parse(delivered.nextDueAt))
    return delivered
  },
)

/** What is due later than that is for the sweep. */
const FAR_MS = 3_600_000

const wake = () => inngest.send({ name: "webhooks/due", data: {} })

/** However many runs end before the same moment, one is started by it. */
async function wakeAt(moment: number) {
  if (moment <= Date.now()) return wake()
  const ts = Math.ceil(moment / 1_000) * 1_000
  if (ts - Date.now() > FAR_MS) return
  await inngest.send({ name: "webhooks/due", id: `webhooks/due:${ts}`, ts, data: {} })
}
