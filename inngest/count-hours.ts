/** Counts attempts by the hour for the charts: an hour soon after it is over, and after an outage all that were missed. */
import { countHours } from "@/domain/webhooks/attempt-hours"
import { inngest } from "./client"

export const countPastHours = inngest.createFunction(
  { id: "count-hours", triggers: [{ cron: "*/10 * * * *" }], concurrency: 1, retries: 1 },
  async ({ step }) => {
    let hours = 0
    for (let number = 0; number < STEPS_OF_A_RUN; number++) {
      const counted = await step.run(`step ${number}`, () => countHours(HOURS_OF_A_STEP))
      hours += counted
      if (counted < HOURS_OF_A_STEP) break
    }
    return { hours }
  },
)

/** Together more than are kept. */
const HOURS_OF_A_STEP = 50
const STEPS_OF_A_RUN = 20
