/** A delivery that this process has leased, with everything that the attempt needs. */
import { z } from "zod"
import { timestamp } from "@/domain/kernel/fields"
import { retryProfiles } from "@/domain/webhooks/settings"
import { triggers } from "./delivery"

export const leasedDelivery = z.object({
  id: z.string(),
  team_id: z.string(),
  endpoint_id: z.string(),
  message_id: z.string(),
  event_type: z.string(),
  /** The reason for the attempt. */
  trigger: z.enum(triggers),
  /** Attempts before this one that count against the retry schedule. */
  attempts_counted: z.int(),
  /** The number of this attempt. It also counts attempts that do not count against the retry schedule. */
  attempt_number: z.int(),
  is_retried: z.boolean(),
  is_replayed: z.boolean(),
  attempt_id: z.string(),
  /** When the delivery was claimed, by the clock of Postgres. */
  started_at: timestamp(),
  lease_token: z.string(),
  url: z.string(),
  retry_profile: z.enum(retryProfiles),
  api_version: z.string(),
  body: z.string(),
  seq: z.int(),
})
export type LeasedDelivery = z.infer<typeof leasedDelivery>

/**
 * Three times the 15 s that a request may take. If no result is recorded when the lease ends, the process is considered
 * lost.
 */
export const deliveryLeaseSeconds = 45
/** Maximum requests in flight to one endpoint. A FIFO endpoint, and one behind an open breaker, gets one. */
export const maxInFlightPerEndpoint = 5
