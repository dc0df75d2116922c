/** Reads the errors of Google's APIs, which report used-up quotas also with status 403. */
import { z } from "zod"
import type { PlatformFailure } from "./connector"

const body = z.object({
  error: z.object({
    status: z.string().optional(),
    errors: z.array(z.object({ reason: z.string().optional() })).optional(),
    details: z.array(z.record(z.string(), z.unknown())).optional(),
  }),
})

const quotaReasons = new Set(["quotaExceeded", "rateLimitExceeded", "userRateLimitExceeded", "dailyLimitExceeded"])

export function googleFailure(status: number, json: unknown): PlatformFailure | null {
  // The streaming method of Google Ads wraps its error in a list.
  const { data } = body.safeParse(Array.isArray(json) ? json[0] : json)
  if (!data) return null
  const { errors = [], details = [] } = data.error
  if (data.error.status === "RESOURCE_EXHAUSTED" || errors.some(({ reason = "" }) => quotaReasons.has(reason)))
    return { code: "rate_limited", retryAfterSeconds: retryDelayOf(details) }
  if (status === 401 || status === 403) return { code: "authorization_lost" }
  return null
}

/** `retryDelay` is written as "30s", in the details of the quota error. */
function retryDelayOf(details: unknown): number | null {
  const found = /"retryDelay":"(\d+)(?:\.\d+)?s"/.exec(JSON.stringify(details))
  return found ? Number(found[1]) : null
}
