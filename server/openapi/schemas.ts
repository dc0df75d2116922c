/**
 * Converts Zod schemas to OpenAPI 3.1. Named schemas (`.meta({ id })`) become components, to which other schemas refer.
 */
import "server-only"
import { z } from "zod"

type Json = { [key: string]: unknown }

export class SchemaCollector {
  readonly #named = new Map<string, Json>()

  /** The schema of `type`, with references to components. */
  schema(type: z.ZodType, io: "input" | "output" = "output"): Json {
    const { $schema, $defs, ...schema } = z.toJSONSchema(type, { io, unrepresentable: "any" }) as Json & {
      $defs?: Record<string, Json>
    }
    for (const [name, definition] of Object.entries($defs ?? {})) this.#add(name, definition)
    const name = (type.meta() as { id?: string } | undefined)?.id
    if (!name) return toOpenApi(schema) as Json
    this.#add(name, schema)
    return { $ref: `#/components/schemas/${name}` }
  }

  components() {
    return Object.fromEntries([...this.#named].sort(([a], [b]) => a.localeCompare(b)))
  }

  #add(name: string, definition: Json) {
    if (!this.#named.has(name)) this.#named.set(name, toOpenApi(definition) as Json)
  }
}

/** Points references to components and removes `id`, which only zod reads. */
function toOpenApi(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toOpenApi)
  if (value === null || typeof value !== "object") return value
  const { id, ...rest } = value as Json
  const withoutId = typeof id === "string" ? rest : (value as Json)
  return Object.fromEntries(
    Object.entries(withoutId).map(([key, inner]) => [
      key,
      key === "$ref" && typeof inner === "string"
        ? inner.replace("#/$defs/", "#/components/schemas/")
        : toOpenApi(inner),
    ]),
  )
}
