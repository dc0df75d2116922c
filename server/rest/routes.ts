/**
 * Finds the operation for a path, and decodes the path and the query to the operation's input. The JSON Schema of the
 * input says which parameters are numbers, booleans or lists. The routes are built once from the table of operations.
 */
import "server-only"
import { z } from "zod"
import { allOperations } from "@/domain"
import { type FieldError, Problem, parameterError } from "@/domain/kernel/errors"
import type { AnyOperation } from "@/domain/kernel/operation"

export const basePath = "/api/v1"

/** `template`: the path with parameters in braces, for example /api/v1/clients/{client_id}. */
export type Route = { operation: AnyOperation; template: string; parts: string[] }
export type Match = { route: Route; params: Record<string, string> }

/** Every operation that is available in REST. */
export const routes: Route[] = allOperations.flatMap((operation) =>
  operation.rest
    ? [{ operation, template: basePath + operation.rest.path, parts: operation.rest.path.slice(1).split("/") }]
    : [],
)

const routesByLength = Map.groupBy(routes, (route) => route.parts.length)

/**
 * Returns the route of `path` with its parameters. Throws `route_not_found`. If several routes match, the one with the
 * fewest parameters wins: `/clients/summary` comes before `/clients/{client_id}`.
 */
export function matchRoute(path: string): Match {
  if (!path.startsWith(`${basePath}/`)) throw routeNotFound()
  const parts = path.slice(basePath.length + 1).split("/")
  let best: Match | undefined
  for (const route of routesByLength.get(parts.length) ?? []) {
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
 * How the value of a parameter is written in the query. `list`: values separated by commas. `repeated`: the parameter
 * occurs once per value, and commas are part of the value.
 */
type ParameterKind = "text" | "number" | "boolean" | "list" | "repeated"
type Schema = { type?: string | string[]; anyOf?: Schema[]; explode?: boolean }

/** `fieldErrors`: parameters that could not be decoded. They are missing in `input`. */
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
    const { name, member } = splitKey(key)
    const sent = { key, name, member, values: query.getAll(key), kind: kinds.get(name) }
    const error = Object.hasOwn(params, name) ? setByPathError(name) : findDecodingError(sent)
    if (error) fieldErrors.push(error)
    else addToInput(input, sent)
  }
  return { input: Object.assign(input, params), fieldErrors }
}

/** A parameter of the query. */
type SentParameter = {
  /** The name as it was sent, for example `filter[device]`. */
  key: string
  /** For example `filter`. */
  name: string
  /** For example `device`. */
  member: string | undefined
  values: string[]
  /** Undefined for an unknown parameter. */
  kind: ParameterKind | undefined
}

/** Finds the error that prevents decoding. Validation finds all others. */
function findDecodingError({ key, name, member, values, kind }: SentParameter): FieldError | undefined {
  if (key.includes("\0") || values.join("").includes("\0") || key === "__proto__") return invalidTextError(key)
  if (kind === "repeated" && member) return bracketFormError(key, name, member)
  const isSingle = kind === "text" || kind === "number" || kind === "boolean"
  if (isSingle && member === undefined && values.length > 1) return repeatedParameterError(name, values.length)
}

function addToInput(input: Record<string, unknown>, { key, name, member, values, kind }: SentParameter) {
  if ((kind === "list" || kind === "repeated") && !member) {
    // `brand_id` and `brand_id[]` are the same list.
    const earlier = (input[name] as string[] | undefined) ?? []
    input[name] = [...earlier, ...(kind === "list" ? splitList(values) : values)]
  } else if (member !== undefined) {
    // Operations have no parameters with brackets, so validation reports it as unknown.
    input[key] = values[0]
  } else {
    input[name] = decode(kind, values[0] ?? "")
  }
}

/** Splits `filter[device]` into name and member. Some clients write lists as `brand_id[]`: the member is then "". */
function splitKey(key: string): { name: string; member?: string } {
  const [, name, member] = /^([^[\]]+)\[([^[\]]*)\]$/.exec(key) ?? []
  return name === undefined || member === undefined ? { name: key } : { name, member }
}

/**
 * Splits a list at its commas. A comma inside a value is escaped with a backslash, and not with %2C, because clients
 * also send the commas between values as %2C.
 */
const splitList = (values: string[]) =>
  values.flatMap((value) => value.split(/(?<!\\),/).map((item) => item.replaceAll("\\,", ",")))

function decode(kind: ParameterKind | undefined, value: string): unknown {
  if (kind === "number" && /^-?\d+(\.\d+)?$/.test(value)) return Number(value)
  if (kind === "boolean" && (value === "true" || value === "false")) return value === "true"
  return value
}

const kindsByOperation = new WeakMap<AnyOperation, Map<string, ParameterKind>>()

/** The kind of each parameter, by its name. */
function kindsOf(operation: AnyOperation): Map<string, ParameterKind> {
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

function kindOf({ type, anyOf, explode }: Schema): ParameterKind {
  const types = [type].flat()
  if (types.includes("integer") || types.includes("number")) return "number"
  if (types.includes("boolean")) return "boolean"
  if (types.includes("array")) return explode ? "repeated" : "list"
  return anyOf?.map(kindOf).find((kind) => kind !== "text") ?? "text"
}

/** Rejects NUL, which Postgres text cannot contain, and `__proto__`, which an object cannot have as a plain member. */
function invalidTextError(name: string) {
  const readable = name.replaceAll("\0", "")
  return parameterError(readable, `${readable} contains a character that cannot be stored.`, "Remove it.")
}

const setByPathError = (name: string) =>
  parameterError(name, `${name} is part of the path.`, "Remove it from the query.")

const repeatedParameterError = (name: string, times: number) =>
  parameterError(name, `${name} is sent ${times === 2 ? "twice" : `${times} times`}.`, "Send it once.")

/** The error for `filter[device]=Phone`, which must be written `filter=device:Phone`. */
const bracketFormError = (key: string, name: string, member: string): FieldError => ({
  parameter: key,
  code: "parameter_unknown",
  detail: `${key} is not a known parameter.`,
  fix: `Use ${name}=${member}:value, and repeat ${name} for each additional value.`,
})
