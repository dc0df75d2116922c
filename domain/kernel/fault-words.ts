/** Turns schema errors into messages for people: what is wrong with a value, and how to fix it. */
import type { z } from "zod"

type Raw = z.core.$ZodRawIssue
type Told = { words: string; fix: string }

/** The error map for `safeParse`: a message for each issue whose schema has no custom message. */
export const faultWords = (issue: Raw) => told(issue as z.core.$ZodIssue)?.words

export const fixOf = (issue: z.core.$ZodIssue): string | undefined =>
  (issue.code === "custom" ? issue.params?.["fix"] : told(issue)?.fix) ?? fixInWords(issue.message)

/** Undefined when the schema's own message is sufficient. */
function told(issue: z.core.$ZodIssue): Told | undefined {
  switch (issue.code) {
    case "invalid_type": {
      const kind = kinds[issue.expected] ?? `of the type ${issue.expected}`
      return { words: issue.input === undefined ? "is missing" : `is not ${kind}`, fix: `Give ${kind}.` }
    }
    case "invalid_value": {
      const choice = issue.values.join(", ")
      return { words: `is none of ${choice}`, fix: `Give one of ${choice}.` }
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
      return { words: joined("words").join(" and "), fix: joined("fix").join(" Or: ") }
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
  datetime: "a moment such as 2026-11-01T00:00:00Z",
  email: "an e-mail address",
}

function tellForm({ format, pattern }: z.core.$ZodIssueInvalidStringFormat): Told | undefined {
  const [, prefix] = /^\/\^([a-z]+_)\[0-9A-HJKMNP-TV-Z\]\{26\}/.exec(pattern ?? "") ?? []
  const form = prefix ? `an id that begins with ${prefix}` : forms[format]
  return form === undefined ? undefined : { words: `is not ${form}`, fix: `Give ${form}.` }
}

/** Custom checks have messages such as "is not an address, such as ...". The fix repeats what the message asks for. */
function fixInWords(words: string) {
  const [, wanted] = /^is not (an? .+)$/.exec(words) ?? []
  return wanted === undefined ? undefined : `Give ${wanted}.`
}

type Bound = { origin: string; inclusive?: boolean | undefined }
type Wording = { less: "fewer" | "more"; limit: "at least" | "at most" }

function tellBound(bound: number, { origin, inclusive = true }: Bound, { less, limit }: Wording): Told {
  const unit = units[origin]
  if (unit && less === "fewer" && bound === 1) return { words: "is empty", fix: "Give at least one." }
  if (unit) return { words: `has ${less} than ${bound} ${unit}`, fix: `Give ${limit} ${bound} ${unit}.` }
  const beyond = less === "fewer" ? "less" : "more"
  if (inclusive) return { words: `is ${beyond} than ${bound}`, fix: `Give ${limit} ${bound}.` }
  return {
    words: `is not ${beyond === "less" ? "more" : "less"} than ${bound}`,
    fix: `Give ${beyond === "less" ? "more" : "less"} than ${bound}.`,
  }
}

const units: Partial<Record<string, string>> = { string: "characters", array: "entries", set: "entries" }
