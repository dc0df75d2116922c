/** Reads `propertyQuota` of Google Analytics: the tokens and errors that a property has left. */
import { z } from "zod"
import { addDays, dayIn, startOfDay } from "@/domain/metrics/calendar"
import type { ReportedQuota } from "./quota"

/** Field of the API -> name and period. Concurrent requests are left out: a sync sends one request at a time. */
const quotas = {
  tokensPerDay: { name: "tokens_per_day", period: "day" },
  tokensPerHour: { name: "tokens_per_hour", period: "hour" },
  tokensPerProjectPerHour: { name: "tokens_per_project_per_hour", period: "hour" },
  serverErrorsPerProjectPerHour: { name: "server_errors_per_project_per_hour", period: "hour" },
  potentiallyThresholdedRequestsPerHour: { name: "thresholded_requests_per_hour", period: "hour" },
} as const

const status = z.object({ consumed: z.number().default(0), remaining: z.number().default(0) }).optional()
const body = z.object({
  propertyQuota: z.object({
    tokensPerDay: status,
    tokensPerHour: status,
    tokensPerProjectPerHour: status,
    serverErrorsPerProjectPerHour: status,
    potentiallyThresholdedRequestsPerHour: status,
  }),
})

/** The API does not report when a quota is refilled. Daily quotas are refilled at midnight in California. */
export function ga4Quotas({ json }: { json: unknown }, now: Date): ReportedQuota[] {
  const { data } = body.safeParse(json)
  if (!data) return []
  const timezone = "America/Los_Angeles"
  const resetsAt = {
    hour: new Date(now.getTime() + 3_600_000),
    day: startOfDay(timezone, addDays(dayIn(timezone, now), 1)),
  }
  return Object.entries(quotas).flatMap(([field, { name, period }]) => {
    const found = data.propertyQuota[field as keyof typeof quotas]
    return found ? [{ name, ...found, limit: null, resetsAt: resetsAt[period] }] : []
  })
}
