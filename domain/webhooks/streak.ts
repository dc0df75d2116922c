/** A clean slate: no failures counted, no notice given, no pause, the breaker closed as of now. */
import { sql } from "@/prisma/client"

/** For `update webhook_endpoint set …`. Attempts from before do not open the breaker again: it looks no further back than it was closed. */
export const streakReset = sql`first_failure_at = null, last_failure_at = null, failure_count = 0, notified_24h_at = null,
  notified_72h_at = null, paused_until = null, breaker_openings = 0, breaker_closed_at = now()`
