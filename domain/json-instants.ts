/** Timestamps in JSON that Postgres wrote, brought to the form of this API: `…T06:12:03.1+00:00` becomes `…T06:12:03.100Z`. */
import { z } from "zod"

const utc = '+00:00"'
const instant = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?\+/y
const secondsLength = "2026-11-20T06:12:03".length
const millisecondsLength = "2026-11-20T06:12:03.123".length

/**
 * Looks only at fields that `output` calls date-time: a quote inside a string is always escaped, so a name cannot be faked.
 * Jumps from one `+00:00"` to the next, because a pattern over the whole text costs five times as much.
 */
export function withInstants(output: z.ZodType, json: string): string {
  const names = namesOf(output)
  if (names.size === 0) return json
  let written = ""
  let done = 0
  for (let end = json.indexOf(utc); end >= 0; end = json.indexOf(utc, end + 1)) {
    const start = json.lastIndexOf('"', end) + 1
    instant.lastIndex = start
    if (!instant.test(json) || instant.lastIndex !== end + 1 || !names.has(nameBefore(json, start - 1))) continue
    written += `${json.slice(done, Math.min(end, start + millisecondsLength))}${padding(end - start)}Z"`
    done = end + utc.length
  }
  return done === 0 ? json : written + json.slice(done)
}

/** What an instant of `length` characters lacks of milliseconds: Postgres leaves trailing zeros out. */
const padding = (length: number) =>
  length >= millisecondsLength ? "" : length === secondsLength ? ".000" : "0".repeat(millisecondsLength - length)

/** The name of the member whose value begins with the quote at `quote`; Postgres writes `":"` or `" : "`. */
function nameBefore(json: string, quote: number): string {
  let at = quote - 1
  while (json[at] === " " || json[at] === ":") at--
  return json[at] === '"' && at < quote - 1 ? json.slice(json.lastIndexOf('"', at - 1) + 1, at) : ""
}

const known = new WeakMap<z.ZodType, Set<string>>()

function namesOf(output: z.ZodType): Set<string> {
  let names = known.get(output)
  if (!names) {
    names = new Set(instantFields(z.toJSONSchema(output, { unrepresentable: "any" })))
    known.set(output, names)
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
