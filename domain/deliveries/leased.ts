/** A delivery that this process has leased, with everything that the attempt needs. */
import type { RetryProfile } from "./retry-schedule"

export type Leased = {
  id: string
  team_id: string
  endpoint_id: string
  message_id: string
  event_type: string
  /** what the attempt is made for: auto | manual | recover | test | probe */
  trigger: string
  /** attempts before this one that count against the schedule */
  attempts: number
  /** the number of this attempt */
  last_attempt: number
  is_retried: boolean
  is_replayed: boolean
  attempt_id: string
  /** when it was claimed, by Postgres's clock */
  started_at: string
  lease_token: string
  url: string
  retry_profile: RetryProfile
  api_version: string
  body: string
  seq: number
}

/** Three times the 15 s that a request may take. A process that has not recorded its result by then is considered lost. */
export const leaseSeconds = 45
/** Maximum requests in flight to one endpoint. A FIFO endpoint, and one behind an open breaker, gets one. */
export const leasesPerEndpoint = 5
