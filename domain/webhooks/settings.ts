/** Settings of an endpoint, the same for creating and updating. */
import { z } from "zod"
import { customHeaders } from "./custom-headers"
import { eventChoice } from "./event-choice"

export const retryProfiles = ["standard", "fast", "none"] as const
export type RetryProfile = (typeof retryProfiles)[number]

export const webhookSettings = {
  // This maximum only limits the size of the input. `checkUrl` has a lower one for the normalized URL, and explains
  // each rule that a URL breaks.
  url: z
    .string()
    .trim()
    .min(1)
    .max(4_096)
    .meta({ description: "The URL that receives events. It must use https on port 443 and a public host name." }),
  event_types: eventChoice,
  description: z.string().trim().max(200).meta({ description: "A description of the endpoint, for your own use." }),
  retry_profile: z.enum(retryProfiles).meta({
    description:
      "The retry schedule. `standard`: 10 attempts in three days. `fast`: 6 attempts in 43 minutes. `none`: 1 attempt.",
  }),
  headers: customHeaders,
  max_per_second: z
    .int()
    .min(1)
    .max(100)
    .nullable()
    .meta({ description: "The maximum number of requests per second. `null` for no limit." }),
  is_fifo: z.boolean().meta({ description: "`true` to send one request at a time, in the order of the events." }),
  signs_ed25519: z.boolean().meta({ description: "`true` to also sign requests with the team's Ed25519 key (v1a)." }),
}
