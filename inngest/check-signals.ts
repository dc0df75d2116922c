/** Every five minutes: opens snoozed signals whose time has ended, and evaluates clients whose notification was lost. */
import { dueClients } from "@/domain/signals/due-clients"
import { expireSignals, reopenSnoozed } from "@/domain/signals/timed-changes"
import { inngest } from "./client"

export const checkSignals = inngest.createFunction(
  { id: "check-signals", triggers: [{ cron: "*/5 * * * *" }], concurrency: 1, retries: 0 },
  async ({ step }) => {
    await step.run("reopen", () => reopenSnoozed(new Date()))
    await step.run("expire", () => expireSignals(new Date()))
    const due = await step.run("find due clients", () => dueClients(new Date()))
    if (due.length > 0)
      await step.sendEvent(
        "evaluate",
        due.map((client_id) => ({ name: "signals/due", data: { client_id } })),
      )
  },
)
