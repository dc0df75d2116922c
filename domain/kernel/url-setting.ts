/**
 * Parses environment variables that contain a JSON object of URLs by name, such as
 * '{"openai":"http://gateway.internal/v1"}'.
 */
import { z } from "zod"
import { parseJson } from "./text"

/** `noun`: what a name stands for, for example an engine. `example`: a valid value, for the error message. */
type UrlSetting<Name extends string> = { variable: string; noun: string; names: readonly Name[]; example: string }

/** Returns no URLs for an empty value. Throws one sentence that explains what is wrong with the variable. */
export function parseUrlSetting<Name extends string>(
  setting: string | undefined,
  { variable, noun, names, example }: UrlSetting<Name>,
): Partial<Record<Name, string>> {
  if (!setting) return {}
  const urls = z.partialRecord(z.enum(names), z.url({ protocol: /^https?$/ }))
  const read = urls.safeParse(parseJson(setting))
  if (read.success) return read.data as Partial<Record<Name, string>>
  const [issue] = read.error.issues
  if (issue?.code === "unrecognized_keys")
    throw new Error(`${variable} contains the unknown ${noun} "${issue.keys[0]}". Use ${names.join(", ")}.`)
  const [name] = issue?.path ?? []
  throw new Error(
    name === undefined
      ? `${variable} must be a JSON object, such as ${example}.`
      : `The entry "${String(name)}" of ${variable} is not an http or https URL.`,
  )
}
