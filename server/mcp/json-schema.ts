/**
 * Converts the schemas of an operation to the JSON Schemas of its tool. Models read them, so they are short: references
 * are inlined, and keywords that a model does not need are left out. The operation itself validates the complete
 * schema.
 */
import "server-only"
import { z } from "zod"
import { untrustedName } from "./untrusted"

export type JsonSchema = { type?: string | string[]; properties?: Record<string, JsonSchema>; [key: string]: unknown }

/** The parameters of a tool. Fields in `omit` are left out. */
export function inputSchemaOf(input: z.ZodObject, omit: readonly string[] = []): JsonSchema {
  const { properties = {}, required = [] } = compactSchema(input, { io: "input", dropped: notInInput })
  const named = Object.entries(properties).filter(([name]) => !omit.includes(name))
  const needed = (required as string[]).filter((name) => !omit.includes(name))
  return {
    type: "object",
    properties: Object.fromEntries(named.map(([name, schema]) => [name, shortenDescription(name, schema)])),
    ...(needed.length > 0 && { required: needed }),
    additionalProperties: false,
  }
}

/**
 * The data of an operation. Objects deeper than `depth` levels have no properties, and lists there have no items.
 * Models see the names of their fields in the result. Fields in `untrusted` are renamed as in results.
 */
export function outputSchemaOf(output: z.ZodType, depth: number, untrusted: readonly string[] = []): JsonSchema {
  return limitDepth(compactSchema(output, { io: "output", dropped: notInOutput }), untrusted, depth)
}

/** Keywords that models do not need in parameters. The operation itself checks what they require. */
const notInInput = ["$schema", "id", "examples", "pattern", "explode", "minLength", "maxLength", "minItems"]
const descriptive = ["description", "title", "default", "format"]
const restricting = ["required", "additionalProperties", "propertyNames", "enum", "const", "maxItems"]
const bounds = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"]
/** Keywords that models do not need in results. The names and types of the fields are enough. */
const notInOutput = [...notInInput, ...descriptive, ...restricting, ...bounds]

/** Short descriptions of parameters that many tools share. Undefined: no description. */
const shortDescriptions: Record<string, string | undefined> = {
  limit: undefined,
  status: undefined,
  cursor: undefined,
  range: "Ends yesterday; this_* and year_to_date end today. Instead: from and to.",
  from: undefined,
  to: undefined,
  compare: undefined,
  compare_from: "For compare=custom.",
  compare_to: undefined,
}

function shortenDescription(name: string, schema: JsonSchema): JsonSchema {
  const { description, ...rest } = withoutInnerDescriptions(schema)
  const short = shortDescriptionOf(name, description)
  return short === undefined ? rest : { ...rest, description: short }
}

function shortDescriptionOf(name: string, description: unknown): unknown {
  if (name in shortDescriptions) return shortDescriptions[name]
  return name.endsWith("_id") ? undefined : description
}

/** Only the parameters themselves are described, not the parts of their values. */
function withoutInnerDescriptions(schema: JsonSchema): JsonSchema {
  const without = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(without)
    if (typeof value !== "object" || value === null) return value
    const entries = Object.entries(value).filter(([key, member]) => key !== "description" || typeof member !== "string")
    return Object.fromEntries(entries.map(([key, member]) => [key, without(member)]))
  }
  const { description, ...rest } = schema
  return { ...(without(rest) as JsonSchema), ...(description !== undefined && { description }) }
}

type Conversion = { io: "input" | "output"; dropped: readonly string[] }

function compactSchema(schema: z.ZodType, { io, dropped }: Conversion): JsonSchema {
  const converted = z.toJSONSchema(schema, { io, unrepresentable: "any", reused: "inline" }) as JsonSchema
  const definitions = (converted["$defs"] ?? {}) as Record<string, JsonSchema>
  return compactValue(converted, { definitions, dropped: new Set([...dropped, "$defs"]) }) as JsonSchema
}

/** `definitions`: the schemas that references name. `dropped`: keywords to leave out. */
type CompactOptions = { definitions: Record<string, JsonSchema>; dropped: ReadonlySet<string> }

function compactValue(value: unknown, options: CompactOptions): unknown {
  if (Array.isArray(value)) return value.map((item) => compactValue(item, options))
  if (typeof value !== "object" || value === null) return value
  const schema = value as JsonSchema
  const name = typeof schema["$ref"] === "string" ? schema["$ref"].split("/").at(-1) : undefined
  if (name !== undefined) return compactValue({ ...options.definitions[name], ...schema, $ref: undefined }, options)
  const members = Object.entries(schema).filter(
    ([key, member]) => member !== undefined && isNeeded(key, member, options),
  )
  const short = Object.fromEntries(
    members.map(([key, member]) => [
      key,
      key === "properties" ? compactProperties(member, options) : compactValue(member, options),
    ]),
  )
  return simplifyUnion(short)
}

const compactProperties = (properties: unknown, options: CompactOptions) =>
  Object.fromEntries(
    Object.entries(properties as object).map(([name, schema]) => [name, compactValue(schema, options)]),
  )

/** Leaves out `dropped` keywords, and the bounds of safe integers that Zod adds to every whole number. */
const isNeeded = (key: string, member: unknown, { dropped }: CompactOptions) =>
  !dropped.has(key) && !(typeof member === "number" && Math.abs(member) === Number.MAX_SAFE_INTEGER)

/** `anyOf: [{ type: "string" }, { type: "null" }]` as `type: ["string", "null"]`. */
function simplifyUnion({ anyOf, ...schema }: JsonSchema): JsonSchema {
  if (!Array.isArray(anyOf)) return schema
  const members = anyOf as JsonSchema[]
  const [first, second] = members
  if (members.length === 2 && first && second?.type === "null" && typeof first.type === "string" && !first["enum"])
    return { ...first, ...schema, type: [first.type, "null"] }
  const types = members.map(({ type }) => type)
  const areSimple = members.every((member) => Object.keys(member).length === 1 && typeof member.type === "string")
  return areSimple ? { ...schema, type: [...new Set(types as string[])] } : { ...schema, anyOf: members }
}

/** `parent`: the name of the field that has this schema. */
function limitDepth(schema: JsonSchema, untrusted: readonly string[], depth: number, parent = ""): JsonSchema {
  const { properties, items, anyOf, ...rest } = schema
  const limited = (member: unknown) => limitDepth(member as JsonSchema, untrusted, depth, parent)
  if (anyOf && depth === 0) return {}
  if (anyOf) return { ...rest, anyOf: (anyOf as JsonSchema[]).map(limited) }
  if (items) return depth === 0 ? rest : { ...rest, items: limited(items) }
  if (!properties || depth === 0) return rest
  const named = Object.entries(properties).map(([name, member]) => [
    untrustedName(name, parent, untrusted),
    limitDepth(member, untrusted, depth - 1, name),
  ])
  return { ...rest, properties: Object.fromEntries(named) }
}
