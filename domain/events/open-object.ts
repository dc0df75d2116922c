/** Objects of event payloads. An event may gain fields within a version, so the schema never excludes unknown ones. */
import { z } from "zod"

/** Publishing drops fields that `shape` does not name, so that a secret cannot leak by accident. The JSON Schema allows other fields. */
export const openObject = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object(shape).meta({ additionalProperties: true })
