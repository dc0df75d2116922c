/** Decodes query strings for operations: numbers, booleans and lists, by the JSON Schema of the input. */
import "server-only"
import { z } from "zod"
import type { FieldError } from "@/domain/kernel/errors"
import type { AnyOperation } from "@/domain/kernel/operation"

/** `list`: values separated by commas. `repeated`: one parameter per value, in which commas are plain characters. */
type Kind = "text" | "number" | "boolean" | "list" | "repeated"
type Schema = { type?: string | string[]; anyOf?: Schema[]; explode?: boolean }

/** `fieldErrors`: errors in the form of the query. The parameters they name are not in `input`. */
export type DecodedInput = { input: Record<string, unknown>; fieldErrors: FieldError[] }

/**
 * The input of `operation`: path parameters and decoded query parameters. A value of the wrong type stays text, so that
 * validation reports it.
 */
export function decodeInput(
  operation: AnyOperation,
  params: Record<string, string>,
  query: URLSearchParams,
): DecodedInput {
  const kinds = kindsOf(operation)
  const input: Record<string, unknown> = Object.create(null)
  const fieldErrors: FieldError[] = []
  for (const given of new Set(query.keys())) {
    const { name, member } = nameOf(given)
    const values = query.getAll(given)
    const kind = kinds.get(name)
    const isMany = kind === "list" || kind === "repeated"
    if (Object.hasOwn(params, name)) fieldErrors.push(setByPath(name))
    else if (given.includes("\0") || values.join("").includes("\0") || given === "__proto__")
      fieldErrors.push(notText(given))
    else if (kind === "repeated" && member) fieldErrors.push(formerForm(given, name, member))
    else if (member !== undefined && !(isMany && member === "")) input[given] = values[0]
    else if (isMany) input[name] = [...((input[name] as string[]) ?? []), ...(kind === "list" ? split(values) : values)]
    else if (kind !== undefined && values.length > 1) fieldErrors.push(givenOften(name, values.length))
    else input[name] = decode(kind, values[0] ?? "")
  }
  return { input: Object.assign(input, params), fieldErrors }
}

/** Reads `brand_id[]` as `brand_id`. */
function nameOf(given: string): { name: string; member?: string } {
  const [, name, member] = /^([^[\]]+)\[([^[\]]*)\]$/.exec(given) ?? []
  return name === undefined || member === undefined ? { name: given } : { name, member }
}

/**
 * Splits a list at its commas. A comma inside a value is written `\\,`, because clients percent-encode both kinds the
 * same way.
 */
const split = (values: string[]) =>
  values.flatMap((value) => value.split(/(?<!\\),/).map((item) => item.replaceAll("\\,", ",")))

function decode(kind: Kind | undefined, value: string): unknown {
  if (kind === "number" && /^-?\d+(\.\d+)?$/.test(value)) return Number(value)
  if (kind === "boolean" && (value === "true" || value === "false")) return value === "true"
  return value
}

const known = new WeakMap<AnyOperation, Map<string, Kind>>()

function kindsOf(operation: AnyOperation): Map<string, Kind> {
  let kinds = known.get(operation)
  if (!kinds) {
    const { properties = {} } = z.toJSONSchema(operation.input, { io: "input", unrepresentable: "any" }) as {
      properties?: Record<string, Schema>
    }
    kinds = new Map(Object.entries(properties).map(([name, schema]) => [name, kindOf(schema)]))
    known.set(operation, kinds)
  }
  return kinds
}

function kindOf({ type, anyOf, explode }: Schema): Kind {
  const types = [type].flat()
  if (types.includes("integer") || types.includes("number")) return "number"
  if (types.includes("boolean")) return "boolean"
  if (types.includes("array")) return explode ? "repeated" : "list"
  return anyOf?.map(kindOf).find((kind) => kind !== "text") ?? "text"
}

const fieldError = (parameter: string, detail: string, fix: string): FieldError => ({
  parameter,
  code: "parameter_invalid",
  detail,
  fix,
})

/** Rejects NUL, which Postgres text cannot contain, and `__proto__`, which an object cannot have as a plain member. */
const notText = (name: string) => {
  const shown = name.replaceAll("\0", "")
  return fieldError(shown, `${shown} contains a character that cannot be stored.`, "Remove it.")
}

const setByPath = (name: string) => fieldError(name, `${name} is part of the path.`, "Remove it from the query.")

const givenOften = (name: string, times: number) =>
  fieldError(name, `${name} is sent ${times === 2 ? "twice" : `${times} times`}.`, "Send it once.")

const formerForm = (given: string, name: string, member: string): FieldError => ({
  parameter: given,
  code: "parameter_unknown",
  detail: `${given} is not a known parameter.`,
  fix: `Use ${name}=${member}:value, and repeat ${name} for each additional value.`,
})
