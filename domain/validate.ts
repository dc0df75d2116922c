/** What a caller gave, held against a schema: the input as the schema understands it, or one Problem that names every fault. */
import type { z } from "zod"
import { type Fault, Problem } from "./errors"
import { faultWords, fixOf } from "./fault-words"

export function validate<I extends z.ZodObject>(schema: I, input: unknown): z.output<I> {
  const result = schema.safeParse(input, { error: faultWords, reportInput: true })
  if (!result.success) throw problemOf(result.error.issues.flatMap((i) => faults(i, Object.keys(schema.shape))))
  const unstorable = placeOfUnstorable(result.data)
  if (unstorable) throw problemOf([notText(unstorable)])
  return result.data
}

function problemOf(errors: Fault[]) {
  const onlyUnknown = errors.every((e) => e.code === "parameter_unknown")
  const detail = errors.map((e) => e.detail).join(" ")
  return new Problem(onlyUnknown ? "parameter_unknown" : "parameter_invalid", detail, { errors })
}

function faults(issue: z.core.$ZodIssue, known: string[]): Fault[] {
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => {
      const fix = issue.path.length === 0 ? `Known parameters: ${known.join(", ")}.` : "Leave it out."
      return fault([...issue.path, key], "parameter_unknown", " is not a known parameter.", fix)
    })
  return [fault(issue.path, "parameter_invalid", `: ${issue.message}.`, fixOf(issue))]
}

function fault(path: PropertyKey[], code: Fault["code"], words: string, fix: string | undefined): Fault {
  const where =
    path.length === 1 ? { parameter: String(path[0]) } : { pointer: path.map((part) => `/${escaped(part)}`).join("") }
  return { ...where, code, detail: `${where.parameter ?? where.pointer}${words}`, ...(fix && { fix }) }
}

/** As a JSON pointer (RFC 6901) has it. */
const escaped = (part: PropertyKey) => String(part).replaceAll("~", "~0").replaceAll("/", "~1")

/** Postgres keeps neither a NUL nor half a surrogate pair. */
const isText = (value: string) => !value.includes("\0") && value.isWellFormed()

function placeOfUnstorable(value: unknown): PropertyKey[] | null {
  if (typeof value === "string") return isText(value) ? null : []
  if (typeof value !== "object" || value === null) return null
  for (const [key, member] of Object.entries(value)) {
    if (!isText(key)) return []
    const inside = placeOfUnstorable(member)
    if (inside) return [key, ...inside]
  }
  return null
}

const notText = (path: PropertyKey[]) =>
  fault(path, "parameter_invalid", ": holds a character that no text can hold.", "Leave out NUL and lone surrogates.")
