/** Carries out a recovery, 500 deliveries per round. */
import { stepRecovery } from "@/domain/recoveries/step"
import { inngest } from "./client"
import { runInRounds } from "./run-in-rounds"

export const recover = inngest.createFunction(
  {
    id: "recover",
    triggers: [{ event: "webhooks/recovery" }],
    concurrency: { limit: 1, key: "event.data.recovery_id" },
    retries: 10,
  },
  async (run) => {
    const { recovery_id } = run.event.data as { recovery_id: string }
    await runInRounds(run, recovery_id, 200, async () => ((await stepRecovery(recovery_id)) === "done" ? null : 0))
  },
)
