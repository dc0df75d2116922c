/**
 * Objects of event payloads, and the client that many events are about. An event may gain fields within a version, so
 * the schema never excludes unknown ones.
 */
import { z } from "zod"
import { exampleId, id } from "@/domain/kernel/ids"

/**
 * Publishing drops fields that `shape` does not name, so that a secret cannot leak by accident. The JSON Schema allows
 * other fields.
 */
export const openObject = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object(shape).meta({ additionalProperties: true })

/** The client that an event is about, in the same shape in every event. */
export const aboutClient = openObject({
  id: id("client"),
  name: z.string().meta({ description: "The name of the client." }),
  external_id: z.string().nullable().meta({ description: "Your own ID for the client." }),
}).meta({ description: "The client that the event is about." })

export const exampleAboutClient = { id: exampleId("client"), name: "Bergamo Bikes", external_id: "crm-4711" }
