/**
 * Describes the fields of a JSON schema as a Markdown table. Fields of objects are written as `parent.field`, those of
 * lists as `parent[].field`.
 */
export type Schema = {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: string[]
  format?: string
  description?: string
  default?: unknown
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
}

type Field = { path: string; type: string; text: string }

/** The table describes objects inside objects down to this depth. Only the example shows deeper ones. */
const maxDepth = 4

export const fieldTable = (fields: Field[]) =>
  [
    "| Field | Type | Description |",
    "|---|---|---|",
    ...fields.map(({ path, type, text }) => `| \`${path}\` | ${type} | ${text} |`),
  ].join("\n")

/** Every field of `schema`. `parent` is the path of the schema. `namedSchemas` has the schemas that `$ref` names. */
export function* fieldsOf(
  schema: Schema,
  parent = "",
  namedSchemas: Record<string, Schema> = {},
  depth = 1,
): Generator<Field> {
  const resolve = (candidate: Schema): Schema =>
    candidate.$ref ? { ...namedSchemas[candidate.$ref.split("/").at(-1) as string], ...omitRef(candidate) } : candidate
  const { properties = {}, required = [] } = resolve(schema)
  for (const [name, unresolved] of Object.entries(properties)) {
    const field = resolve(unresolved)
    const path = parent ? `${parent}.${name}` : name
    const type = typeOf({ ...field, anyOf: field.anyOf?.map(resolve) })
    yield { path, type: required.includes(name) ? type : `${type}, optional`, text: textOf(field) }
    if (depth === maxDepth) continue
    // A field that can be null is a union of null and its schema.
    const schemas = [field, ...(field.anyOf ?? []).map(resolve)]
    const items = schemas.find((candidate) => candidate.items)?.items
    const object = items ? resolve(items) : schemas.find((candidate) => candidate.properties)
    if (object) yield* fieldsOf(object, items ? `${path}[]` : path, namedSchemas, depth + 1)
  }
}

const omitRef = ({ $ref, ...rest }: Schema) => rest

export function typeOf({
  type,
  format,
  anyOf,
  const: constant,
}: Omit<Schema, "anyOf"> & { anyOf?: Schema[] | undefined }): string {
  if (anyOf) return [...new Set(anyOf.map(typeOf))].join(" or ")
  if (format === "date-time") return "time"
  return format ?? [type ?? (constant === undefined ? "any" : typeof constant)].flat().join(" or ")
}

export function textOf({ description = "", enum: choices, const: constant }: Schema) {
  const text = description.replaceAll("|", "\\|").replaceAll("\n", " ")
  if (constant !== undefined) return `${text} Always \`${constant}\`.`
  return choices ? `${text} Values: ${choices.map((value) => `\`${value}\``).join(", ")}.` : text
}
