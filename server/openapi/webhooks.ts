/** Builds the `webhooks` section from the event catalogue: one request per event type. */
import "server-only"
import { events, eventTypes } from "@/domain/events/catalogue"
import { eventSchemas, exampleEvent, inCapitals } from "@/domain/events/event"
import { apiVersion } from "@/domain/kernel/envelope"
import { exampleId } from "@/domain/kernel/ids"
import type { SchemaCollector } from "./schemas"

export const webhooks = (schemas: SchemaCollector) =>
  Object.fromEntries(
    eventTypes.map((type) => [
      type,
      {
        post: {
          operationId: `receive${inCapitals(type)}`,
          summary: events[type].summary,
          description: `${events[type].description} Since ${events[type].since}.`,
          tags: ["Webhooks"],
          security: [],
          parameters: Object.keys(webhookHeaders).map((name) => ({ $ref: `#/components/parameters/${name}` })),
          requestBody: {
            required: true,
            description: "UTF-8 JSON. The signature is of these bytes: verify it before you parse them.",
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
    "The event's id: the same in every attempt, at every endpoint and when it is sent again. Drop what you have seen.",
    exampleId("message"),
  ),
  WebhookTimestamp: header(
    "webhook-timestamp",
    "When this attempt was made, in Unix seconds. Refuse what is more than 300 seconds away from your clock.",
    1_795_155_123,
    "integer",
  ),
  WebhookSignature: header(
    "webhook-signature",
    "Signatures, with spaces between: `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body` by each live secret of the endpoint; `v1a,` and an Ed25519 signature where the endpoint asked for it. One that is right is enough.",
    "v1,3C03RidB8eUibNsCwNdjCDvMhQTWjPDC0GgB40hP13Y=",
  ),
  WebhookUserAgent: header("user-agent", "Who is calling, and where it is documented.", "Signalbox-Webhooks/1"),
  WebhookDeliveryId: header("signalbox-delivery-id", "This event at this endpoint.", exampleId("delivery")),
  WebhookAttemptId: header("signalbox-attempt-id", "This one request.", exampleId("attempt")),
  WebhookAttempt: header("signalbox-attempt", "Which attempt of the delivery this is, from 1.", 1, "integer"),
  WebhookEventType: header("signalbox-event-type", "`type` of the body.", "signal.created"),
  WebhookEventSeq: header("signalbox-event-seq", "`seq` of the body.", 123, "integer"),
  WebhookApiVersion: header("signalbox-api-version", "`api_version` of the body.", apiVersion),
  WebhookReplayed: {
    ...header("signalbox-replayed", "Only when the event is older than the endpoint and was asked for later.", "1"),
    required: false,
  },
}

const answer = {
  "webhook-delivery": {
    description: "`disable`: send this endpoint no more. `abort-message`: send it this event no more.",
    schema: { type: "string", enum: ["disable", "abort-message"] },
  },
}

const responses = {
  "2XX": {
    description:
      "Received. Answer within 10 seconds, and do the work afterwards. The body means nothing; its beginning is shown in the delivery log.",
    headers: answer,
  },
  "410": { description: "Send nothing more: the endpoint is disabled, and what happens is held for it." },
  "429": {
    description: "Slower, please: nothing is sent to the endpoint until `Retry-After` has passed.",
    headers: { "Retry-After": { $ref: "#/components/headers/Retry-After" } },
  },
  default: {
    description:
      "Not received, as is a redirect, a timeout or a connection that fails: it is sent again, ten times in three days by the standard schedule.",
    headers: answer,
  },
}
