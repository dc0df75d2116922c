/** Timestamps in JSON that Postgres wrote, brought to the form of this API: `…T06:12:03.1+00:00` becomes `…T06:12:03.100Z`. */
import { z } from "zod"

/** Looks only at fields that `output` calls date-time: a quote inside a string is always escaped, so a name cannot be faked. */
export function withInstants(output: z.ZodType, json: string): string {
  const pattern = patternOf(output)
  return pattern
    ? json.replace(
        pattern,
        (_, name, second, fraction = "") => `"${name}":"${second}.${fraction.slice(0, 3).padEnd(3, "0")}Z"`,
      )
    : json
}

const patterns = new WeakMap<z.ZodType, RegExp | null>()

function patternOf(output: z.ZodType): RegExp | null {
  let pattern = patterns.get(output)
  if (pattern === undefined) {
    const names = [...instantFields(z.toJSONSchema(output, { unrepresentable: "any" }))]
    pattern =
      names.length > 0 ? new RegExp(`"(${names.join("|")})" ?: ?"([-0-9T:]{19})(?:\\.(\\d+))?\\+00:00"`, "g") : null
    patterns.set(output, pattern)
  }
  return pattern
}

/** Names of properties with the format date-time, at any depth. */
function* instantFields(schema: unknown): Generator<string> {
  if (schema === null || typeof schema !== "object") return
  for (const [name, property] of Object.entries((schema as { properties?: object }).properties ?? {}))
    if (JSON.stringify(property).includes('"date-time"')) yield name
  for (const inner of Object.values(schema)) yield* instantFields(inner)
}
