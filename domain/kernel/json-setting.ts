/** Parses environment variables that contain JSON. */
import type { z } from "zod"
import { parseJson } from "./text"

/** `text` is the value of `variable`. Throws an Error that names the variable and explains each mistake. */
export function parseJsonSetting<Schema extends z.ZodType>(
  variable: string,
  text: string,
  schema: Schema,
): z.output<Schema> {
  const { data, error } = schema.safeParse(parseJson(text))
  if (!error) return data
  const mistakes = error.issues.map(({ path, message }) => `${[...path, message].join(": ")}.`)
  throw new Error(`${variable} is not valid. ${mistakes.join(" ")}`)
}

/** The errors of a strict object whose keys are `names`. `noun`: what a name stands for. */
export const onlyNames = (noun: string, names: readonly string[]): { error: z.core.$ZodErrorMap } => ({
  error: (issue) =>
    issue.code === "unrecognized_keys"
      ? `There is no ${noun} named ${issue.keys.map((name) => JSON.stringify(name)).join(", ")}. Use ${names.join(", ")}`
      : "It must be a JSON object",
})
