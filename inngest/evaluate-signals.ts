/** After each scan and sync of a client: evaluates its signals. */
import { evaluateDueClient } from "@/domain/signals/due-clients"
import { inngest } from "./client"

export const evaluateSignals = inngest.createFunction(
  {
    id: "evaluate-signals",
    triggers: [{ event: "signals/due" }],
    concurrency: { limit: 1, key: "event.data.client_id" },
    retries: 3,
  },
  async ({ event, step }) => {
    const { client_id } = event.data as { client_id: string }
    return step.run("evaluate", () => evaluateDueClient(client_id))
  },
)
