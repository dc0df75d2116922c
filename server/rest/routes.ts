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
export function matchRoute(path: string): Match {
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

/**
 * How a parameter is written in the query. `list`: values separated by commas. `repeated`: one parameter per value, in
 * which commas are plain characters.
 */
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
    const sent = { key, name, member, values: query.getAll(key), kind: kinds.get(name) }
    const error = Object.hasOwn(params, name) ? setByPath(name) : errorOf(sent)
    if (error) fieldErrors.push(error)
    else addTo(input, sent)
  }
  return { input: Object.assign(input, params), fieldErrors }
}

/**
 * A parameter of the query. `key` is its name as it was sent. `name` and `member` are its parts (nameOf). `kind` is
 * undefined for an unknown parameter.
 */
type SentParameter = {
  key: string
  name: string
  member: string | undefined
  values: string[]
  kind: Kind | undefined
}

/** The error that prevents decoding. Validation finds all others. */
function errorOf({ key, name, member, values, kind }: SentParameter): FieldError | undefined {
  if (key.includes("\0") || values.join("").includes("\0") || key === "__proto__") return invalidText(key)
  if (kind === "repeated" && member) return bracketForm(key, name, member)
  const isSingle = kind === "text" || kind === "number" || kind === "boolean"
  if (isSingle && member === undefined && values.length > 1) return repeatedParameter(name, values.length)
}

function addTo(input: Record<string, unknown>, { key, name, member, values, kind }: SentParameter) {
  if ((kind === "list" || kind === "repeated") && !member) {
    // `brand_id` and `brand_id[]` are the same list.
    const earlier = (input[name] as string[] | undefined) ?? []
    input[name] = [...earlier, ...(kind === "list" ? splitList(values) : values)]
  } else if (member !== undefined) {
    // No parameter has this name, so validation reports it.
    input[key] = values[0]
  } else {
    input[name] = decode(kind, values[0] ?? "")
  }
}

/** Splits `filter[device]` into name and member. For `brand_id[]`, as some clients write lists, the member is "". */
function nameOf(key: string): { name: string; member?: string } {
  const [, name, member] = /^([^[\]]+)\[([^[\]]*)\]$/.exec(key) ?? []
  return name === undefined || member === undefined ? { name: key } : { name, member }
}

/**
 * Splits a list at its commas. A comma inside a value is written with a backslash before it. Percent-encoding cannot
 * mark it, because clients encode the commas between values as well.
 */
const splitList = (values: string[]) =>
  values.flatMap((value) => value.split(/(?<!\\),/).map((item) => item.replaceAll("\\,", ",")))

function decode(kind: Kind | undefined, value: string): unknown {
  if (kind === "number" && /^-?\d+(\.\d+)?$/.test(value)) return Number(value)
  if (kind === "boolean" && (value === "true" || value === "false")) return value === "true"
  return value
}

const kindsByOperation = new WeakMap<AnyOperation, Map<string, Kind>>()

/** The kind of each parameter, by its name. */
function kindsOf(operation: AnyOperation): Map<string, Kind> {
  let kinds = kindsByOperation.get(operation)
  if (!kinds) {
    const { properties = {} } = z.toJSONSchema(operation.input, { io: "input", unrepresentable: "any" }) as {
      properties?: Record<string, Schema>
    }
    kinds = new Map(Object.entries(properties).map(([name, schema]) => [name, kindOf(schema)]))
    kindsByOperation.set(operation, kinds)
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
const bracketForm = (key: string, name: string, member: string): FieldError => ({
  parameter: key,
  code: "parameter_unknown",
  detail: `${key} is not a known parameter.`,
  fix: `Use ${name}=${member}:value, and repeat ${name} for each additional value.`,
})
