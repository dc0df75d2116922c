/**
 * Converts timestamps in JSON that Postgres wrote to the API format: `…T06:12:03.1+00:00` becomes `…T06:12:03.100Z`.
 */
import { z } from "zod"

/** The end of a timestamp in the JSON of Postgres, with the quote that closes the value. */
const utcEnd = '+00:00"'
const dateLength = "2026-11-20".length
const secondsLength = "2026-11-20T06:12:03".length
const millisecondsLength = "2026-11-20T06:12:03.123".length

/**
 * Converts only the fields that `output` declares as date-time. A quote inside a JSON string is always escaped, so a
 * string value cannot imitate a field name.
 *
 * This function goes from one `+00:00"` to the next and compares characters. Regular expressions take two to five times
 * as long.
 */
export function normalizeTimestamps(output: z.ZodType, json: string): string {
  const fields = timestampFields(output)
  if (fields.length === 0) return json
  let result = ""
  let copiedUntil = 0
  for (let end = json.indexOf(utcEnd); end >= 0; end = json.indexOf(utcEnd, end + 1)) {
    const start = json.lastIndexOf('"', end) + 1
    if (!isTimestamp(json, start, end) || !belongsToField(json, start - 1, fields)) continue
    result += json.slice(copiedUntil, Math.min(end, start + millisecondsLength)) + millisecondsEnd(end - start)
    copiedUntil = end + utcEnd.length
  }
  return copiedUntil === 0 ? json : result + json.slice(copiedUntil)
}

function isTimestamp(json: string, start: number, end: number): boolean {
  if (end - start < secondsLength || json[start + dateLength] !== "T") return false
  const afterSeconds = json[start + secondsLength]
  return afterSeconds === "." || afterSeconds === "+"
}

/** What follows a timestamp of `length` characters: the missing zeros of its milliseconds, and the UTC mark. */
function millisecondsEnd(length: number): string {
  if (length >= millisecondsLength) return 'Z"'
  if (length === secondsLength) return '.000Z"'
  return `${"0".repeat(millisecondsLength - length)}Z"`
}

/**
 * Whether the value that starts with the quote at `quote` belongs to one of `fields`. Between the name of a field and
 * its value, Postgres writes a colon, with or without spaces around it.
 */
function belongsToField(json: string, quote: number, fields: string[]): boolean {
  let end = quote - 1
  while (json[end] === " " || json[end] === ":") end--
  if (json[end] !== '"' || end === quote - 1) return false
  return fields.some((name) => json[end - name.length - 1] === '"' && json.startsWith(name, end - name.length))
}

const fieldsBySchema = new WeakMap<z.ZodType, string[]>()

/** The names of the date-time fields of `output`, at any depth. */
function timestampFields(output: z.ZodType): string[] {
  let fields = fieldsBySchema.get(output)
  if (!fields) {
    fields = [...new Set(findTimestampFields(z.toJSONSchema(output, { unrepresentable: "any" })))]
    fieldsBySchema.set(output, fields)
  }
  return fields
}

function* findTimestampFields(schema: unknown): Generator<string> {
  if (schema === null || typeof schema !== "object") return
  for (const [name, property] of Object.entries((schema as { properties?: object }).properties ?? {}))
    if (JSON.stringify(property).includes('"date-time"')) yield name
  for (const inner of Object.values(schema)) yield* findTimestampFields(inner)
}
