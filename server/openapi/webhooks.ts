/** Builds the `webhooks` section of the OpenAPI document from the event catalogue: one request per event type. */
import "server-only"
import { events, eventTypes } from "@/domain/events/catalogue"
import { eventSchemas, exampleEvent, toPascalCase } from "@/domain/events/event"
import { apiVersion } from "@/domain/kernel/envelope"
import { exampleId } from "@/domain/kernel/ids"
import type { SchemaCollector } from "./schemas"

export const webhooks = (schemas: SchemaCollector) =>
  Object.fromEntries(
    eventTypes.map((type) => [
      type,
      {
        post: {
          operationId: `receive${toPascalCase(type)}`,
          summary: events[type].summary,
          description: `${events[type].description} Since ${events[type].since}.`,
          tags: ["Webhooks"],
          security: [],
          parameters: Object.keys(webhookHeaders).map((name) => ({ $ref: `#/components/parameters/${name}` })),
          requestBody: {
            required: true,
            description: "UTF-8 JSON. The signature covers exactly these bytes, so verify it before you parse them.",
            content: {
              "application/json": { schema: schemas.schema(eventSchemas[type]), example: exampleEvent(type) },
            },
          },
          responses,
        },
      },
    ]),
  )

const header = (name: string, description: string, example: string | number, type = "string") => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type },
  example,
})

export const webhookHeaders = {
  WebhookId: header(
    "webhook-id",
    "The ID of the event. It is the same in every attempt, at every endpoint and when the event is sent again. Ignore events that you have already processed.",
    exampleId("message"),
  ),
  WebhookTimestamp: header(
    "webhook-timestamp",
    "The time of this attempt, in Unix seconds. Reject requests whose timestamp differs from your clock by more than 300 seconds.",
    1_795_155_123,
    "integer",
  ),
  WebhookSignature: header(
    "webhook-signature",
    "The signatures, separated by spaces. `v1,` is followed by the base64 HMAC-SHA256 of `id.timestamp.body`, once for each active secret of the endpoint. `v1a,` is followed by an Ed25519 signature, if the endpoint uses one. One valid signature is sufficient.",
    "v1,3C03RidB8eUibNsCwNdjCDvMhQTWjPDC0GgB40hP13Y=",
  ),
  WebhookUserAgent: header(
    "user-agent",
    "The name of the sender and the address of its documentation.",
    "Signalbox-Webhooks/1",
  ),
  WebhookDeliveryId: header(
    "signalbox-delivery-id",
    "The ID of the delivery of this event to this endpoint.",
    exampleId("delivery"),
  ),
  WebhookAttemptId: header("signalbox-attempt-id", "The ID of this attempt.", exampleId("attempt")),
  WebhookAttempt: header(
    "signalbox-attempt",
    "The number of this attempt of the delivery, starting at 1.",
    1,
    "integer",
  ),
  WebhookEventType: header("signalbox-event-type", "The `type` of the body.", "signal.created"),
  WebhookEventSeq: header("signalbox-event-seq", "The `seq` of the body.", 123, "integer"),
  WebhookApiVersion: header("signalbox-api-version", "The `api_version` of the body.", apiVersion),
  WebhookReplayed: {
    ...header(
      "signalbox-replayed",
      "Present only if a recovery sends an event that had no delivery to this endpoint before, for example because the endpoint did not exist yet.",
      "1",
    ),
    required: false,
  },
}

const responseHeaders = {
  "webhook-delivery": {
    description:
      "`disable` stops all deliveries to this endpoint. `abort-message` without a 2xx status stops the delivery of this event.",
    schema: { type: "string", enum: ["disable", "abort-message"] },
  },
}

const responses = {
  "2XX": {
    description:
      "Received. Respond within 10 seconds and process the event afterwards. The content of the response is ignored. Its first bytes are shown in the delivery log.",
    headers: responseHeaders,
  },
  "410": { description: "The endpoint is disabled, and new events are held for it." },
  "429": {
    description: "Nothing more is sent to the endpoint until the time in `Retry-After` has passed.",
    headers: { "Retry-After": { $ref: "#/components/headers/Retry-After" } },
  },
  default: {
    description:
      "Not received. This includes redirects, timeouts and failed connections. The event is sent again. With the standard schedule there are up to 10 attempts in 3 days.",
    headers: responseHeaders,
  },
}
