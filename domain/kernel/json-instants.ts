/**
 * Converts timestamps in JSON that Postgres wrote to the API format: `…T06:12:03.1+00:00` becomes `…T06:12:03.100Z`.
 */
import { z } from "zod"

const utc = '+00:00"'
const dateLength = "2026-11-20".length
const secondsLength = "2026-11-20T06:12:03".length
const millisecondsLength = "2026-11-20T06:12:03.123".length

/**
 * Converts only fields that `output` declares as date-time. A quote inside a JSON string is always escaped, so a string
 * value cannot imitate a field name.
 * Scans from one `+00:00"` to the next and compares characters, because regular expressions take two to five times as
 * long.
 */
export function withInstants(output: z.ZodType, json: string): string {
  const names = namesOf(output)
  if (names.length === 0) return json
  let result = ""
  let copiedUntil = 0
  for (let end = json.indexOf(utc); end >= 0; end = json.indexOf(utc, end + 1)) {
    const start = json.lastIndexOf('"', end) + 1
    if (!isInstant(json, start, end) || !isNamed(json, start - 1, names)) continue
    result += json.slice(copiedUntil, Math.min(end, start + millisecondsLength)) + rest(end - start)
    copiedUntil = end + utc.length
  }
  return copiedUntil === 0 ? json : result + json.slice(copiedUntil)
}

const isInstant = (json: string, start: number, end: number) =>
  end - start >= secondsLength && json[start + dateLength] === "T" && ".+".includes(json[start + secondsLength] ?? "")

/** The end of a timestamp that has `length` characters. Postgres leaves out trailing zeros. */
function rest(length: number): string {
  if (length >= millisecondsLength) return 'Z"'
  return length === secondsLength ? '.000Z"' : `${"0".repeat(millisecondsLength - length)}Z"`
}

/**
 * Whether the value that starts with the quote at `quote` belongs to a field in `names`. Postgres writes `":"` or `" :
 * "`.
 */
function isNamed(json: string, quote: number, names: string[]): boolean {
  let end = quote - 1
  while (json[end] === " " || json[end] === ":") end--
  if (json[end] !== '"' || end === quote - 1) return false
  return names.some((name) => json[end - name.length - 1] === '"' && json.startsWith(name, end - name.length))
}

const cache = new WeakMap<z.ZodType, string[]>()

function namesOf(output: z.ZodType): string[] {
  let names = cache.get(output)
  if (!names) {
    names = [...new Set(instantFields(z.toJSONSchema(output, { unrepresentable: "any" })))]
    cache.set(output, names)
  }
  return names
}

/** Names of properties with the format date-time, at any depth. */
function* instantFields(schema: unknown): Generator<string> {
  if (schema === null || typeof schema !== "object") return
  for (const [name, property] of Object.entries((schema as { properties?: object }).properties ?? {}))
    if (JSON.stringify(property).includes('"date-time"')) yield name
  for (const inner of Object.values(schema)) yield* instantFields(inner)
}
