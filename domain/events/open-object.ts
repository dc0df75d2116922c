/** Objects of event payloads: an event may gain members within a version, so what is described never excludes others. */
import { z } from "zod"

/** Publishing drops what `shape` does not name, so that a secret which slips in never leaves; the JSON Schema lets it pass. */
export const openObject = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object(shape).meta({ additionalProperties: true })
