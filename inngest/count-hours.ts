/**
 * Counts attempts per hour for the charts: each hour soon after it ends, and after an outage every hour that was
 * missed.
 */
import { countHours } from "@/domain/webhooks/attempt-hours"
import { inngest } from "./client"

export const countPastHours = inngest.createFunction(
  { id: "count-hours", triggers: [{ cron: "*/10 * * * *" }], concurrency: 1, retries: 1 },
  async ({ step }) => {
    let hours = 0
    for (let number = 0; number < stepsPerRun; number++) {
      const counted = await step.run(`step ${number}`, () => countHours(hoursPerStep))
      hours += counted
      if (counted < hoursPerStep) break
    }
    return { hours }
  },
)

/** 50 hours × 20 steps is more than the 31 days that the charts need, so one run can catch up completely. */
const hoursPerStep = 50
const stepsPerRun = 20
