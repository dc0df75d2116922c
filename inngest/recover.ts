/** Carries a recovery out, 500 deliveries a step; a crash costs the step it was in, and each step is done once. */
import { stepRecovery } from "@/domain/recoveries/step"
import { inngest } from "./client"

export const recover = inngest.createFunction(
  {
    id: "recover",
    triggers: [{ event: "webhooks/recovery" }],
    concurrency: { limit: 1, key: "event.data.recovery_id" },
    retries: 10,
  },
  async ({ event, step, runId }) => {
    const { recovery_id } = event.data as { recovery_id: string }
    for (let number = 0; number < STEPS_OF_A_RUN; number++)
      if ((await step.run(`step ${number}`, () => stepRecovery(recovery_id))) === "done") return
    await step.sendEvent("go on", { name: "webhooks/recovery", id: `${recovery_id}:${runId}`, data: { recovery_id } })
  },
)

/** Every call of a function is sent what all its steps brought: a long recovery is several runs. */
const STEPS_OF_A_RUN = 200
