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
  /** the reason for the attempt */
  trigger: z.enum(triggers),
  /** attempts before this one that count against the schedule */
  attempts_counted: z.int(),
  /** the number of this attempt, which also counts those that the schedule does not */
  attempt_number: z.int(),
  is_retried: z.boolean(),
  is_replayed: z.boolean(),
  attempt_id: z.string(),
  /** when it was claimed, by Postgres's clock */
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
