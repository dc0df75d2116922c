/**
 * Finds the operation for a path, and decodes the path and the query to its input: numbers, booleans and lists, by the
 * input's JSON Schema. The routes are built once from the table of operations.
 */
import "server-only"
import { z } from "zod"
import { allOperations } from "@/domain"
import { type FieldError, Problem, parameterError } from "@/domain/kernel/errors"
import type { AnyOperation } from "@/domain/kernel/operation"

export const basePath = "/api/v1"

export type Route = { operation: AnyOperation; template: string; parts: string[] }
export type Match = { route: Route; params: Record<string, string> }

/** Every operation that is available in REST. */
export const routes: Route[] = allOperations.flatMap((operation) =>
  operation.rest
    ? [{ operation, template: basePath + operation.rest.path, parts: operation.rest.path.slice(1).split("/") }]
    : [],
)

const byLength = Map.groupBy(routes, (route) => route.parts.length)

/** The route of `path` with its parameters. Throws `route_not_found`. Fixed words win over parameters. */
export function match(path: string): Match {
  if (!path.startsWith(`${basePath}/`)) throw routeNotFound()
  const parts = path.slice(basePath.length + 1).split("/")
  let best: Match | undefined
  for (const route of byLength.get(parts.length) ?? []) {
    const params = paramsOf(route.parts, parts)
    if (params && (!best || Object.keys(params).length < Object.keys(best.params).length)) best = { route, params }
  }
  if (best) return best
  throw routeNotFound()
}

const routeNotFound = () =>
  new Problem("route_not_found", `The API has no such path. ${basePath}/openapi.json lists every path.`)

function paramsOf(template: string[], parts: string[]): Record<string, string> | undefined {
  const params: Record<string, string> = {}
  for (const [i, expected] of template.entries()) {
    const part = parts[i] as string
    if (expected.startsWith("{")) {
      const value = decodePathPart(part)
      if (!value || value.includes("\0")) return undefined
      params[expected.slice(1, -1)] = value
    } else if (expected !== part) return undefined
  }
  return params
}

function decodePathPart(part: string) {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}

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
  for (const key of new Set(query.keys())) {
    const { name, member } = nameOf(key)
    const values = query.getAll(key)
    const kind = kinds.get(name)
    const isMany = kind === "list" || kind === "repeated"
    if (Object.hasOwn(params, name)) fieldErrors.push(setByPath(name))
    else if (key.includes("\0") || values.join("").includes("\0") || key === "__proto__")
      fieldErrors.push(invalidText(key))
    else if (kind === "repeated" && member) fieldErrors.push(formerForm(key, name, member))
    else if (member !== undefined && !(isMany && member === "")) input[key] = values[0]
    else if (isMany) input[name] = [...((input[name] as string[]) ?? []), ...(kind === "list" ? split(values) : values)]
    else if (kind !== undefined && values.length > 1) fieldErrors.push(repeatedParameter(name, values.length))
    else input[name] = decode(kind, values[0] ?? "")
  }
  return { input: Object.assign(input, params), fieldErrors }
}

/** Splits `filter[device]` into name and member. For `brand_id[]`, as some clients write lists, the member is "". */
function nameOf(part: string): { name: string; member?: string } {
  const [, name, member] = /^([^[\]]+)\[([^[\]]*)\]$/.exec(part) ?? []
  return name === undefined || member === undefined ? { name: part } : { name, member }
}

/**
 * Splits a list at its commas. A comma inside a value is written with a backslash before it. Percent-encoding cannot
 * mark it, because clients encode the commas between values as well.
 */
const split = (values: string[]) =>
  values.flatMap((value) => value.split(/(?<!\\),/).map((item) => item.replaceAll("\\,", ",")))

function decode(kind: Kind | undefined, value: string): unknown {
  if (kind === "number" && /^-?\d+(\.\d+)?$/.test(value)) return Number(value)
  if (kind === "boolean" && (value === "true" || value === "false")) return value === "true"
  return value
}

const cache = new WeakMap<AnyOperation, Map<string, Kind>>()

function kindsOf(operation: AnyOperation): Map<string, Kind> {
  let kinds = cache.get(operation)
  if (!kinds) {
    const { properties = {} } = z.toJSONSchema(operation.input, { io: "input", unrepresentable: "any" }) as {
      properties?: Record<string, Schema>
    }
    kinds = new Map(Object.entries(properties).map(([name, schema]) => [name, kindOf(schema)]))
    cache.set(operation, kinds)
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

/** Rejects NUL, which Postgres text cannot contain, and `__proto__`, which an object cannot have as a plain member. */
function invalidText(name: string) {
  const readable = name.replaceAll("\0", "")
  return parameterError(readable, `${readable} contains a character that cannot be stored.`, "Remove it.")
}

const setByPath = (name: string) => parameterError(name, `${name} is part of the path.`, "Remove it from the query.")

const repeatedParameter = (name: string, times: number) =>
  parameterError(name, `${name} is sent ${times === 2 ? "twice" : `${times} times`}.`, "Send it once.")

/** The error for `filter[device]=Phone`, which must be written `filter=device:Phone`. */
const formerForm = (part: string, name: string, member: string): FieldError => ({
  parameter: part,
  code: "parameter_unknown",
  detail: `${part} is not a known parameter.`,
  fix: `Use ${name}=${member}:value, and repeat ${name} for each additional value.`,
})
