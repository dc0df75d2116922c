/** Data of `endpoint.disabled`: which endpoint gets no more events, and why. */
import { z } from "zod"
import { timestamp } from "@/domain/kernel/fields"
import { exampleId, id } from "@/domain/kernel/ids"
import { openObject } from "./open-object"

export const endpointDisabled = openObject({
  endpoint: openObject({
    id: id("endpoint"),
    url: z
      .preprocess(withoutQuery, z.string())
      .meta({ type: "string", description: "The URL without its query, which may contain a secret." }),
    description: z.string().meta({ description: "The description that your team gave the endpoint." }),
    state: z.enum(["disabled_auto", "disabled_gone"]).meta({
      description:
        "`disabled_auto`: the endpoint failed for five days. `disabled_gone`: the receiver asked to stop, with status 410 or the header `webhook-delivery: disable`.",
    }),
    reason: z.string().meta({ description: "The reason, as a sentence." }),
    disabled_at: timestamp().meta({ description: "The time when the endpoint was disabled." }),
    first_failure_at: timestamp()
      .nullable()
      .meta({ description: "The time of the first failure since the last success." }),
    failure_count: z.int().min(0).meta({ description: "The number of failed attempts since the last success." }),
    links: openObject({
      app: z.string().meta({ description: "The page where an admin of the team can resume the endpoint." }),
    }).meta({ description: "Where to find more." }),
  }).meta({ description: "The endpoint that was disabled." }),
})

export const exampleEndpointDisabled: z.input<typeof endpointDisabled> = {
  endpoint: {
    id: exampleId("endpoint"),
    url: "https://crm.example/hooks/signalbox",
    description: "CRM",
    state: "disabled_auto",
    reason:
      "31 attempts have failed since 2026-11-15 06:02 UTC, and none succeeded. Last error: The receiver returned a server error (status 503).",
    disabled_at: "2026-11-20T06:12:03.123Z",
    first_failure_at: "2026-11-15T06:02:11.000Z",
    failure_count: 31,
    links: { app: `https://signalbox.example/bergamo/settings/api/webhooks/${exampleId("endpoint")}` },
  },
}

function withoutQuery(url: unknown) {
  return typeof url === "string" ? url.replace(/[?#].*$/s, "") : url
}
