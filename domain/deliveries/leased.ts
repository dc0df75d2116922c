/** A delivery that this process may attempt, with all that the attempt needs. */
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
  /** when it fell due */
  due_at: string
}

/** Three times what a request may take: whoever has not told its result by then is not coming back. */
export const leaseSeconds = 45
/** Requests under way to one endpoint; one to an endpoint that wants order, or is being tried again. */
export const leasesPerEndpoint = 5
/** A team with many slow endpoints leaves room for others. */
export const leasesPerTeam = 200
