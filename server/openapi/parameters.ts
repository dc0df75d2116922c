/** Describes the parameters of an operation: the properties of its input, in the path or in the query. */
import "server-only"
import type { AnyOperation } from "@/domain/kernel/operation"
import type { SchemaCollector } from "./schemas"

type Property = {
  type?: string
  description?: string
  default?: unknown
  examples?: unknown[]
  items?: unknown
  /** True when the parameter is repeated for each item. */
  explode?: boolean
  deprecated?: boolean
}

export function parametersOf(operation: AnyOperation, schemas: SchemaCollector) {
  const input = schemas.schema(operation.input, "input") as {
    properties?: Record<string, Property>
    required?: string[]
  }
  const path = operation.rest?.path ?? ""
  return Object.entries(input.properties ?? {}).map(([name, property]) => {
    const { description, examples, explode, ...schema } = property
    const isInPath = path.includes(`{${name}}`)
    return {
      name,
      in: isInPath ? "path" : "query",
      required: isInPath || (input.required?.includes(name) ?? false),
      description,
      ...form(property),
      schema,
      ...(examples?.[0] !== undefined && { example: examples[0] }),
    }
  })
}

/** Lists are comma-separated unless their parameter is repeated. */
const form = ({ type, explode = false }: Property) => (type === "array" ? { style: "form", explode } : {})
