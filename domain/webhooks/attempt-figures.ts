/** Metrics of attempts: how many, with which outcome, and how long they took. */
import { z } from "zod"
import { type Histogram, largestError, percentile, sumOf } from "./time-histogram"

const ms = z
  .number()
  .nullable()
  .meta({
    description: `The response time of requests that received a response, accurate to ${Math.ceil(largestError * 100)}%. null if there were none.`,
  })

export const attemptFigures = z.object({
  attempts: z.int(),
  succeeded: z.int(),
  failed: z.int().meta({ description: "Includes attempts whose outcome is unknown." }),
  by_status: z.object({ "2xx": z.int(), "3xx": z.int(), "4xx": z.int(), "5xx": z.int(), none: z.int() }),
  p50_ms: ms,
  p95_ms: ms,
})

/** The counts of one period. The counts of several periods can be added up. */
export type Counted = Record<(typeof counts)[number], number> & { times: Histogram }
const counts = ["attempts", "succeeded", "status_2xx", "status_3xx", "status_4xx", "status_5xx", "status_none"] as const

export function figuresOf(counted: Counted[]): z.infer<typeof attemptFigures> {
  const sum = (name: (typeof counts)[number]) => counted.reduce((total, one) => total + one[name], 0)
  const [attempts, succeeded] = [sum("attempts"), sum("succeeded")]
  const times = sumOf(counted.map((one) => one.times))
  return {
    attempts,
    succeeded,
    failed: attempts - succeeded,
    by_status: {
      "2xx": sum("status_2xx"),
      "3xx": sum("status_3xx"),
      "4xx": sum("status_4xx"),
      "5xx": sum("status_5xx"),
      none: sum("status_none"),
    },
    p50_ms: percentile(times, 0.5),
    p95_ms: percentile(times, 0.95),
  }
}
