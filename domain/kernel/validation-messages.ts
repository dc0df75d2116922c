/** Turns schema errors into messages for people: what is wrong with a value, and how to fix it. */
import type { z } from "zod"

type Raw = z.core.$ZodRawIssue
type Told = { words: string; wanted: string }

/** The error map for `safeParse`: a message for each issue whose schema has no custom message. */
export const validationMessage = (issue: Raw) => told(issue as z.core.$ZodIssue)?.words ?? "is not valid"

export function fixOf(issue: z.core.$ZodIssue): string | undefined {
  if (issue.code === "custom" && issue.params?.["fix"]) return issue.params["fix"]
  const known = told(issue)
  // A message of the schema itself says better what is wanted.
  const wanted = (known?.words === issue.message ? undefined : wantedIn(issue.message)) ?? known?.wanted
  return wanted && `Use ${wanted}.`
}

/** Undefined when the schema's own message is sufficient. */
function told(issue: z.core.$ZodIssue): Told | undefined {
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
      return tellForm(issue)
    case "too_small":
      return tellBound(Number(issue.minimum), issue, { less: "fewer", limit: "at least" })
    case "too_big":
      return tellBound(Number(issue.maximum), issue, { less: "more", limit: "at most" })
    case "invalid_union": {
      const parts = issue.errors.flatMap((issues) => issues.map(told))
      if (parts.some((part) => part === undefined)) return undefined
      const joined = (of: keyof Told) => [...new Set(parts.map((part) => part?.[of]))]
      return { words: joined("words").join(" and "), wanted: joined("wanted").join(", or ") }
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

function tellForm({ format, pattern }: z.core.$ZodIssueInvalidStringFormat): Told | undefined {
  const [, prefix] = /^\/\^([a-z]+_)\[0-9A-HJKMNP-TV-Z\]\{26\}/.exec(pattern ?? "") ?? []
  const form = prefix ? `an ID that starts with ${prefix}` : forms[format]
  return form === undefined ? undefined : { words: `is not ${form}`, wanted: form }
}

/** Custom checks have messages such as "is not an address, such as ...". Returns what such a message asks for. */
const wantedIn = (message: string) => /^is not (an? .+)$/.exec(message)?.[1]

type Bound = { origin: string; inclusive?: boolean | undefined }
type Wording = { less: "fewer" | "more"; limit: "at least" | "at most" }

function tellBound(bound: number, { origin, inclusive = true }: Bound, { less, limit }: Wording): Told {
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
