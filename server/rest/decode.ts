/** Query strings as operations want them: numbers, booleans, lists and records, by the JSON Schema of the input. */
import "server-only"
import { z } from "zod"
import { Problem } from "@/domain/errors"
import type { AnyOperation } from "@/domain/operation"

type Kind = "text" | "number" | "boolean" | "list" | "record"
type Schema = { type?: string | string[]; anyOf?: Schema[]; additionalProperties?: unknown }

/** The input of `operation`: path parameters, and the query strings decoded. What does not fit stays text, and validation names it. */
export function decodeInput(
  operation: AnyOperation,
  params: Record<string, string>,
  query: URLSearchParams,
): Record<string, unknown> {
  const kinds = kindsOf(operation)
  const input: Record<string, unknown> = Object.create(null)
  for (const given of new Set(query.keys())) {
    const { name, member } = nameOf(given)
    if (Object.hasOwn(params, name)) throw pathWins(name)
    const values = query.getAll(given)
    if (given === "__proto__" || member === "__proto__" || values.join("").includes("\0")) throw notText(given)
    const kind = kinds.get(name)
    if (kind === "record" && member !== undefined) input[name] = { ...(input[name] as object), [member]: split(values) }
    else if (member !== undefined && !(kind === "list" && member === "")) input[given] = values[0]
    else if (kind === "list") input[name] = [...((input[name] as string[]) ?? []), ...split(values)]
    else input[name] = decode(kind, values)
  }
  return Object.assign(input, params)
}

/** `filter[campaign]` is the member `campaign` of `filter`; `brand_id[]` is `brand_id`. */
function nameOf(given: string): { name: string; member?: string } {
  const [, name, member] = /^([^[\]]+)\[([^[\]]*)\]$/.exec(given) ?? []
  return name === undefined || member === undefined ? { name: given } : { name, member }
}

/** Commas part a list; a comma inside a value is written `\\,`, because clients encode both kinds alike. */
const split = (values: string[]) =>
  values.flatMap((value) => value.split(/(?<!\\),/).map((item) => item.replaceAll("\\,", ",")))

function decode(kind: Kind | undefined, values: string[]): unknown {
  const [value = ""] = values
  if (values.length > 1) return values
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

function kindOf({ type, anyOf, additionalProperties }: Schema): Kind {
  const types = [type].flat()
  if (types.includes("integer") || types.includes("number")) return "number"
  if (types.includes("boolean")) return "boolean"
  if (types.includes("array")) return "list"
  if (types.includes("object") && additionalProperties) return "record"
  return anyOf?.map(kindOf).find((kind) => kind !== "text") ?? "text"
}

/** Postgres has no text with a NUL in it, and no object a member __proto__. */
const notText = (name: string) => {
  const detail = `${name} holds what no text can hold.`
  return new Problem("parameter_invalid", detail, {
    errors: [{ parameter: name.replaceAll("\0", ""), code: "parameter_invalid", detail, fix: "Leave it out." }],
  })
}

const pathWins = (name: string) =>
  new Problem("parameter_invalid", `${name} is given by the path.`, {
    errors: [
      {
        parameter: name,
        code: "parameter_invalid",
        detail: `${name} is given by the path.`,
        fix: "Leave it out of the query.",
      },
    ],
  })
