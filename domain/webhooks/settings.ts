/** Settings of an endpoint, the same for creating and updating. */
import { z } from "zod"
import { retryProfiles } from "@/domain/deliveries/retry-schedule"
import { customHeaders } from "./custom-headers"
import { eventChoice } from "./event-choice"

export const webhookSettings = {
  url: z
    .string()
    .trim()
    .min(1)
    .max(4_096)
    .meta({ description: "Where events are sent: https, port 443, a public host" }),
  event_types: eventChoice,
  description: z.string().trim().max(200).meta({ description: "What it is for" }),
  retry_profile: z
    .enum(retryProfiles)
    .meta({ description: "standard: 10 attempts in three days; fast: 6 in 43 minutes; none: 1" }),
  headers: customHeaders,
  max_per_second: z.int().min(1).max(100).nullable().meta({ description: "Requests a second at most; null: no limit" }),
  is_fifo: z.boolean().meta({ description: "One request at a time, in the order of the events" }),
  signs_ed25519: z.boolean().meta({ description: "Sign with the team's ed25519 key too (v1a)" }),
}
