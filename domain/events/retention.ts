/** How long the contents of events, and of the requests and responses that deliver them, are stored. */
import { raw, sql } from "@/prisma/client"

/**
 * Not configurable: the API, the pages and the emails promise 30 days. Deliveries that are still held expire at the
 * same age, because their content is deleted.
 */
export const contentDays = 30

/** SQL condition for messages `m` that the API still returns. The rows stay longer, for the log of deliveries. */
export const isRetained = sql`m.created_at > now() - ${raw(`interval '${contentDays} days'`)}`
