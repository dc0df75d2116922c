/** Validates input against a schema. Returns the parsed input, or throws one Problem that lists every error. */
import type { z } from "zod"
import { type FieldError, Problem } from "./errors"
import { fixOf, validationMessage } from "./validation-messages"

/** A rule across several parameters. It runs only when all parameters that it reads are valid. */
export type Check<Input> = { reads: readonly string[]; fieldErrors(input: Input): FieldError[] }

/** `found`: errors that are already known. Their parameters are missing from `input`. */
type More<Input> = { found?: readonly FieldError[]; checks?: readonly Check<Input>[] }

export function validate<I extends z.ZodObject>(
  schema: I,
  input: unknown,
  { found = [], checks = [] }: More<z.output<I>> = {},
): z.output<I> {
  const result = schema.safeParse(input, { error: validationMessage, reportInput: true })
  const known = new Set(found.map(topOf))
  const issues = result.error?.issues.flatMap((issue) => fieldErrorsOf(issue, Object.keys(schema.shape))) ?? []
  const errors = [...found, ...issues.filter((one) => !known.has(topOf(one)))]
  const valid = result.success ? result.data : validPart(schema, input)
  for (const place of placesOfUnstorable(valid)) errors.push(notText(place))
  const invalid = new Set(errors.map(topOf))
  for (const check of checks)
    if (!check.reads.some((name) => invalid.has(name))) errors.push(...check.fieldErrors(valid))
  if (!result.success || errors.length > 0) throw problemOf(errors)
  return result.data
}

/** Builds the Problem. Also used for errors that only an operation's handler can detect. */
export function problemOf(errors: FieldError[]) {
  const onlyUnknown = errors.every((e) => e.code === "parameter_unknown")
  const detail = errors.map((e) => e.detail).join(" ")
  return new Problem(onlyUnknown ? "parameter_unknown" : "parameter_invalid", detail, { errors })
}

/** The top-level parameter that an error belongs to. */
const topOf = ({ parameter, pointer = "" }: FieldError) =>
  parameter ?? pointer.split("/")[1]?.replaceAll("~1", "/").replaceAll("~0", "~") ?? ""

/** The parameters that are valid when checked one by one. */
function validPart<I extends z.ZodObject>(schema: I, input: unknown): z.output<I> {
  const given = typeof input === "object" && input !== null ? (input as Record<string, unknown>) : {}
  const parsed = Object.entries(schema.shape as Record<string, z.ZodType>).map(
    ([name, type]) => [name, type.safeParse(given[name])] as const,
  )
  return Object.fromEntries(
    parsed.flatMap(([name, { success, data }]) => (success && data !== undefined ? [[name, data]] : [])),
  ) as z.output<I>
}

function fieldErrorsOf(issue: z.core.$ZodIssue, known: string[]): FieldError[] {
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => {
      const fix = issue.path.length === 0 ? `Known parameters: ${known.join(", ")}.` : "Remove it."
      return fieldError([...issue.path, key], "parameter_unknown", " is not a known parameter.", fix)
    })
  return [fieldError(issue.path, "parameter_invalid", ` ${issue.message}.`, fixOf(issue))]
}

function fieldError(path: PropertyKey[], code: FieldError["code"], words: string, fix: string | undefined): FieldError {
  const where =
    path.length === 1 ? { parameter: String(path[0]) } : { pointer: path.map((part) => `/${escaped(part)}`).join("") }
  return { ...where, code, detail: `${where.parameter ?? where.pointer}${words}`, ...(fix && { fix }) }
}

/** Escapes a part of a JSON pointer (RFC 6901). */
const escaped = (part: PropertyKey) => String(part).replaceAll("~", "~0").replaceAll("/", "~1")

/** Postgres stores neither NUL nor lone surrogates. */
const isText = (value: string) => !value.includes("\0") && value.isWellFormed()

function placesOfUnstorable(value: unknown): PropertyKey[][] {
  if (typeof value === "string") return isText(value) ? [] : [[]]
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([key, member]) =>
    isText(key) ? placesOfUnstorable(member).map((inside) => [key, ...inside]) : [[]],
  )
}

const notText = (path: PropertyKey[]) =>
  fieldError(
    path,
    "parameter_invalid",
    " contains a character that cannot be stored.",
    "Remove NUL characters and lone surrogates.",
  )
