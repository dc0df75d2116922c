/** The public shape of an event: the envelope, and the data of its type. */
import { z } from "zod"
import { apiVersion } from "@/domain/kernel/envelope"
import { timestamp } from "@/domain/kernel/fields"
import { exampleId, id } from "@/domain/kernel/ids"
import { type EventType, events, eventTypes } from "./catalogue"
import { openObject } from "./open-object"

const envelope = <Type extends z.ZodType, Data extends z.ZodType>(type: Type, data: Data) =>
  openObject({
    id: id("message").meta({
      description: "The ID of the event. It is identical in every delivery of the event. Use it to ignore duplicates.",
    }),
    type: type.meta({ description: "The type of the event." }),
    timestamp: timestamp().meta({ description: "The time when the event happened." }),
    api_version: z.string().meta({ description: "The API version of the body." }),
    seq: z.int().meta({
      description:
        "The sequence number of the event within the team, without gaps. Events may arrive in a different order.",
    }),
    team: openObject({ id: id("team") }).meta({ description: "The team to which the event belongs." }),
    test: z.literal(true).optional().meta({ description: "Present only in test events." }),
    data: data.meta({ description: "What happened. The fields depend on `type`." }),
  })

/** The body of one event type. The docs name it after the type, such as `SignalCreatedEvent`. */
const eventOf = (type: EventType) =>
  envelope(z.literal(type), events[type].data).meta({ id: `${toPascalCase(type)}Event` })

/** The body of each event type in the catalogue. */
export const eventSchemas = Object.fromEntries(eventTypes.map((type) => [type, eventOf(type)])) as Record<
  EventType,
  ReturnType<typeof eventOf>
>

/** An event of a type or shape that is no longer described is returned as it was sent. */
const otherEvent = envelope(z.string(), z.record(z.string(), z.unknown())).meta({
  id: "OtherEvent",
  description: "An event whose type is not described in this document.",
})

export const event = z.union([...Object.values(eventSchemas), otherEvent]).meta({ id: "Event" })

export const exampleEvent = <Type extends EventType>(type: Type) => ({
  id: exampleId("message"),
  type,
  timestamp: "2026-11-20T06:12:03.123Z",
  api_version: apiVersion,
  seq: 123,
  team: { id: exampleId("team") },
  ...(type === "test.ping" && { test: true as const }),
  data: events[type].example,
})

/** Converts `signal.created` to `SignalCreated`, for names in the docs. */
export function toPascalCase(type: string) {
  return type.replace(/(?:^|[._])(\w)/g, (_, letter) => letter.toUpperCase())
}
