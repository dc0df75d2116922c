/**
 * Validates input against a schema. Returns the parsed input, or throws one Problem that lists every error with what is
 * wrong and how to fix it.
 */
import type { z } from "zod"
import { type FieldError, Problem } from "./errors"

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
  const errors = [...found, ...issues.filter((issue) => !known.has(topOf(issue)))]
  const valid = result.success ? result.data : validPart(schema, input)
  for (const path of pathsOfUnstorable(valid)) errors.push(invalidText(path))
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

/** Returns the parameters that are valid when each is checked alone. */
function validPart<I extends z.ZodObject>(schema: I, input: unknown): z.output<I> {
  const fields = typeof input === "object" && input !== null ? (input as Record<string, unknown>) : {}
  const parsed = Object.entries(schema.shape as Record<string, z.ZodType>).map(
    ([name, type]) => [name, type.safeParse(fields[name])] as const,
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
    path.length === 1
      ? { parameter: String(path[0]) }
      : { pointer: path.map((part) => `/${escapePointer(part)}`).join("") }
  return { ...where, code, detail: `${where.parameter ?? where.pointer}${words}`, ...(fix && { fix }) }
}

/** Escapes a part of a JSON pointer (RFC 6901). */
const escapePointer = (part: PropertyKey) => String(part).replaceAll("~", "~0").replaceAll("/", "~1")

/** Postgres stores neither NUL nor lone surrogates. */
const isText = (value: string) => !value.includes("\0") && value.isWellFormed()

function pathsOfUnstorable(value: unknown): PropertyKey[][] {
  if (typeof value === "string") return isText(value) ? [] : [[]]
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([key, member]) =>
    isText(key) ? pathsOfUnstorable(member).map((inside) => [key, ...inside]) : [[]],
  )
}

const invalidText = (path: PropertyKey[]) =>
  fieldError(
    path,
    "parameter_invalid",
    " contains a character that cannot be stored.",
    "Remove NUL characters and lone surrogates.",
  )

type Raw = z.core.$ZodRawIssue
type Explanation = { words: string; wanted: string }

/** The error map for `safeParse`: a message for each issue whose schema has no custom message. */
const validationMessage = (issue: Raw) => explain(issue as z.core.$ZodIssue)?.words ?? "is not valid"

/** How to fix it: `Use a whole number.` */
function fixOf(issue: z.core.$ZodIssue): string | undefined {
  if (issue.code === "custom" && issue.params?.["fix"]) return issue.params["fix"]
  const known = explain(issue)
  // The schema's own message describes the wanted value better.
  const wanted = (known?.words === issue.message ? undefined : wantedIn(issue.message)) ?? known?.wanted
  return wanted && `Use ${wanted}.`
}

/** Returns undefined for an issue whose message comes from the schema. */
function explain(issue: z.core.$ZodIssue): Explanation | undefined {
  switch (issue.code) {
    case "invalid_type": {
      const kind = kinds[issue.expected] ?? `of the type ${issue.expected}`
      return { words: issue.input === undefined ? "is missing" : `is not ${kind}`, wanted: kind }
    }
    case "invalid_value": {
      const choice = issue.values.join(", ")
      return { words: `is not one of ${choice}`, wanted: `one of ${choice}` }
    }
    case "invalid_format":
      return describeForm(issue)
    case "too_small":
      return describeBound(Number(issue.minimum), issue, { less: "fewer", limit: "at least" })
    case "too_big":
      return describeBound(Number(issue.maximum), issue, { less: "more", limit: "at most" })
    case "invalid_union": {
      const parts = issue.errors.flatMap((issues) => issues.map(explain))
      if (parts.some((part) => part === undefined)) return undefined
      const joinDistinct = (of: keyof Explanation) => [...new Set(parts.map((part) => part?.[of]))]
      return { words: joinDistinct("words").join(" and "), wanted: joinDistinct("wanted").join(", or ") }
    }
    default:
      return undefined
  }
}

const kinds: Partial<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
}

const forms: Partial<Record<string, string>> = {
  date: "a date such as 2026-11-01",
  datetime: "a timestamp such as 2026-11-01T00:00:00Z",
  email: "an email address",
  url: "a URL such as https://example.com",
}

function describeForm({ format, pattern }: z.core.$ZodIssueInvalidStringFormat): Explanation | undefined {
  const [, prefix] = /^\/\^([a-z]+_)\[0-9A-HJKMNP-TV-Z\]\{26\}/.exec(pattern ?? "") ?? []
  const form = prefix ? `an ID that starts with ${prefix}` : forms[format]
  return form === undefined ? undefined : { words: `is not ${form}`, wanted: form }
}

/** Custom checks have messages such as "is not an address, such as ...". Returns what such a message asks for. */
const wantedIn = (message: string) => /^is not (an? .+)$/.exec(message)?.[1]

type Bound = { origin: string; inclusive?: boolean | undefined }
type Wording = { less: "fewer" | "more"; limit: "at least" | "at most" }

function describeBound(bound: number, { origin, inclusive = true }: Bound, { less, limit }: Wording): Explanation {
  const unit = units[origin]
  if (unit && less === "fewer" && bound === 1)
    return { words: "is empty", wanted: `at least 1 ${unit.replace(/s$/, "")}` }
  if (unit) return { words: `has ${less} than ${bound} ${unit}`, wanted: `${limit} ${bound} ${unit}` }
  const beyond = less === "fewer" ? "less" : "more"
  if (inclusive) return { words: `is ${beyond} than ${bound}`, wanted: `a value of ${limit} ${bound}` }
  const other = beyond === "less" ? "more" : "less"
  return { words: `is not ${other} than ${bound}`, wanted: `a value of ${other} than ${bound}` }
}

const units: Partial<Record<string, string>> = { string: "characters", array: "items", set: "items" }
