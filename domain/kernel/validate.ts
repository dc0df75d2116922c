/**
 * Validates input against a schema. Returns the parsed input, or throws one Problem that lists the errors, each with
 * what is wrong and how to fix it.
 */
import type { z } from "zod"
import { type FieldError, Problem } from "./errors"

/** A rule across several parameters. It runs only when all parameters that it reads are valid. */
export type Check<Input> = { reads: readonly string[]; fieldErrors(input: Input): FieldError[] }

/** `knownErrors`: errors that the caller has already found. Their parameters are missing from `input`. */
type Options<Input> = { knownErrors?: readonly FieldError[]; checks?: readonly Check<Input>[] }

export function validate<I extends z.ZodObject>(
  schema: I,
  input: unknown,
  { knownErrors = [], checks = [] }: Options<z.output<I>> = {},
): z.output<I> {
  const result = schema.safeParse(input, { error: validationMessage, reportInput: true })
  const errors = [...knownErrors, ...newErrors(schema, result.error?.issues ?? [], knownErrors)]
  // The rules below still check the valid parameters, so that one response lists the errors of both.
  const valid = result.success ? result.data : validPart(schema, input)
  errors.push(...pathsOfUnstorableText(valid).map(unstorableText))
  const invalidParameters = new Set(errors.map(parameterOf))
  for (const check of checks) {
    const canRun = check.reads.every((name) => !invalidParameters.has(name))
    if (canRun) errors.push(...check.fieldErrors(valid))
  }
  if (!result.success || errors.length > 0) throw problemOf(errors)
  return result.data
}

/** The errors of an object inside the input. `pointer`: the JSON pointer to it, for example `/widget/query`. */
export function nestedErrors(schema: z.ZodObject, value: unknown, pointer: string): FieldError[] {
  const { error } = schema.safeParse(value, { error: validationMessage, reportInput: true })
  const errors = (error?.issues ?? []).flatMap((issue) => fieldErrorsOf(issue, Object.keys(schema.shape)))
  return errors.map(({ parameter = "", pointer: inside = `/${escapePointer(parameter)}`, ...nested }) => ({
    ...nested,
    pointer: `${pointer}${inside}`,
  }))
}

/** A request can have thousands of wrong values, for example in a long list. */
export const maxListedErrors = 20

/**
 * Builds the Problem. It lists the first errors and says how many others there are. Also used for errors that only an
 * operation's handler can detect.
 */
export function problemOf(errors: FieldError[]) {
  const onlyUnknown = errors.every((e) => e.code === "parameter_unknown")
  const listed = errors.slice(0, maxListedErrors)
  const details = listed.map((e) => e.detail)
  const unlistedCount = errors.length - listed.length
  if (unlistedCount > 0) details.push(`Errors that are not listed: ${unlistedCount.toLocaleString("en")}.`)
  const code = onlyUnknown ? "parameter_unknown" : "parameter_invalid"
  return new Problem(code, details.join(" "), { errors: listed })
}

/** The errors of `issues`, without those about a parameter that already has an error. */
function newErrors(schema: z.ZodObject, issues: z.core.$ZodIssue[], knownErrors: readonly FieldError[]) {
  const parametersWithError = new Set(knownErrors.map(parameterOf))
  return issues
    .flatMap((issue) => fieldErrorsOf(issue, Object.keys(schema.shape)))
    .filter((error) => !parametersWithError.has(parameterOf(error)))
}

/** The top-level parameter that an error belongs to. */
const parameterOf = ({ parameter, pointer = "" }: FieldError) =>
  parameter ?? pointer.split("/")[1]?.replaceAll("~1", "/").replaceAll("~0", "~") ?? ""

/** Returns the parameters that are valid when each is checked alone. */
function validPart<I extends z.ZodObject>(schema: I, input: unknown): z.output<I> {
  const fields = typeof input === "object" && input !== null ? (input as Record<string, unknown>) : {}
  const valid: Record<string, unknown> = {}
  for (const [name, type] of Object.entries(schema.shape as Record<string, z.ZodType>)) {
    const { success, data } = type.safeParse(fields[name])
    if (success && data !== undefined) valid[name] = data
  }
  return valid as z.output<I>
}

function fieldErrorsOf(issue: z.core.$ZodIssue, knownParameters: string[]): FieldError[] {
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => {
      const fix = issue.path.length === 0 ? `Known parameters: ${knownParameters.join(", ")}.` : "Remove it."
      return fieldError([...issue.path, key], "parameter_unknown", "is not a known parameter", fix)
    })
  return [fieldError(issue.path, "parameter_invalid", issue.message, fixOf(issue))]
}

/** `message` continues a sentence that starts with the name of the parameter: "is not a number". */
function fieldError(
  path: PropertyKey[],
  code: FieldError["code"],
  message: string,
  fix: string | undefined,
): FieldError {
  const where =
    path.length === 1
      ? { parameter: String(path[0]) }
      : { pointer: path.map((part) => `/${escapePointer(part)}`).join("") }
  return { ...where, code, detail: `${where.parameter ?? where.pointer} ${message}.`, ...(fix && { fix }) }
}

/** Escapes a part of a JSON pointer (RFC 6901). */
const escapePointer = (part: PropertyKey) => String(part).replaceAll("~", "~0").replaceAll("/", "~1")

/** Postgres stores neither NUL nor lone surrogates. */
const isStorable = (text: string) => !text.includes("\0") && text.isWellFormed()

/** The paths of all texts in `value` that Postgres cannot store. For an object with such a key, the object's path. */
function pathsOfUnstorableText(value: unknown): PropertyKey[][] {
  if (typeof value === "string") return isStorable(value) ? [] : [[]]
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([key, member]) =>
    isStorable(key) ? pathsOfUnstorableText(member).map((inside) => [key, ...inside]) : [[]],
  )
}

const unstorableText = (path: PropertyKey[]) =>
  fieldError(
    path,
    "parameter_invalid",
    "contains a character that cannot be stored",
    "Remove NUL characters and lone surrogates.",
  )

/** `message`: what is wrong, such as "is not a whole number". `expected`: a valid value, such as "a whole number". */
type Explanation = { message: string; expected: string }

/** The error map for `safeParse`: a message for each issue whose schema has no custom message. */
const validationMessage = (issue: z.core.$ZodRawIssue) => explain(issue as z.core.$ZodIssue)?.message ?? "is not valid"

/** How to fix it: `Use a whole number.` */
function fixOf(issue: z.core.$ZodIssue): string | undefined {
  if (issue.code === "custom" && issue.params?.["fix"]) return issue.params["fix"]
  const explanation = explain(issue)
  // A custom message of the schema describes the expected value better.
  const isCustom = explanation?.message !== issue.message
  const expected = (isCustom ? expectedIn(issue.message) : undefined) ?? explanation?.expected
  return expected && `Use ${expected}.`
}

/** Returns undefined for an issue whose message comes from the schema. */
function explain(issue: z.core.$ZodIssue): Explanation | undefined {
  switch (issue.code) {
    case "invalid_type": {
      const type = typeNames[issue.expected] ?? `of the type ${issue.expected}`
      return { message: issue.input === undefined ? "is missing" : `is not ${type}`, expected: type }
    }
    case "invalid_value": {
      const choices = issue.values.join(", ")
      return { message: `is not one of ${choices}`, expected: `one of ${choices}` }
    }
    case "invalid_format":
      return describeFormat(issue)
    case "too_small":
      return describeBound("minimum", Number(issue.minimum), issue)
    case "too_big":
      return describeBound("maximum", Number(issue.maximum), issue)
    case "invalid_union":
      return describeUnion(issue)
    default:
      return undefined
  }
}

const typeNames: Partial<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
}

const formatNames: Partial<Record<string, string>> = {
  date: "a date such as 2026-11-01",
  datetime: "a timestamp such as 2026-11-01T00:00:00Z",
  email: "an email address",
  url: "a URL such as https://example.com",
}

/** The pattern of an ID (ids.ts) contains its prefix. */
function describeFormat({ format, pattern }: z.core.$ZodIssueInvalidStringFormat): Explanation | undefined {
  const [, prefix] = /^\/\^([a-z]+_)\[0-9A-HJKMNP-TV-Z\]\{26\}/.exec(pattern ?? "") ?? []
  const expected = prefix ? `an ID that starts with ${prefix}` : formatNames[format]
  return expected === undefined ? undefined : { message: `is not ${expected}`, expected }
}

/** Custom checks have messages such as "is not an address, such as ...". Returns what such a message asks for. */
const expectedIn = (message: string) => /^is not (an? .+)$/.exec(message)?.[1]

/** `origin`: the type that has the bound. Texts and lists are limited by their length, numbers by their value. */
function describeBound(
  side: "minimum" | "maximum",
  bound: number,
  { origin, inclusive = true }: { origin: string; inclusive?: boolean | undefined },
): Explanation {
  const isMinimum = side === "minimum"
  const limit = `${isMinimum ? "at least" : "at most"} ${bound}`
  const unit = units[origin]
  if (unit && isMinimum && bound === 1) return { message: "is empty", expected: `at least 1 ${unit.replace(/s$/, "")}` }
  if (unit)
    return { message: `has ${isMinimum ? "fewer" : "more"} than ${bound} ${unit}`, expected: `${limit} ${unit}` }
  if (inclusive) return { message: `is ${isMinimum ? "less" : "more"} than ${bound}`, expected: `a value of ${limit}` }
  const allowed = `${isMinimum ? "more" : "less"} than ${bound}`
  return { message: `is not ${allowed}`, expected: `a value of ${allowed}` }
}

const units: Partial<Record<string, string>> = { string: "characters", array: "items", set: "items" }

/** Joins the explanations of all members of the union. Returns undefined if one of them is not known. */
function describeUnion({ errors }: z.core.$ZodIssueInvalidUnion): Explanation | undefined {
  const explanations = errors.flat().map(explain)
  const known = explanations.filter((explanation) => explanation !== undefined)
  if (known.length < explanations.length) return undefined
  const messages = new Set(known.map(({ message }) => message))
  const expected = new Set(known.map((explanation) => explanation.expected))
  return { message: [...messages].join(" and "), expected: [...expected].join(", or ") }
}
