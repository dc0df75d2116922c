/** Reads AI_ENGINE_URLS, the operator's addresses for engines: '{"openai":"http://gateway.internal/v1"}'. */
import { z } from "zod"
import { type EngineKind, engineIds } from "./kinds"

const kinds = Object.values(engineIds).flatMap(({ kind }) => (kind === "sample" ? [] : [kind]))
const urls = z.partialRecord(z.enum(kinds), z.url({ protocol: /^https?$/ }))

/** Returns the address by engine kind. Throws one sentence that explains what is wrong with the variable. */
export function engineUrls(given = process.env.AI_ENGINE_URLS): Partial<Record<EngineKind, string>> {
  if (!given) return {}
  const { data, error } = urls.safeParse(parsed(given))
  if (data) return data
  const [issue] = error.issues
  if (issue?.code === "unrecognized_keys")
    throw new Error(`AI_ENGINE_URLS contains the unknown engine "${issue.keys[0]}". Use ${kinds.join(", ")}.`)
  const [kind] = issue?.path ?? []
  throw kind === undefined
    ? wrongShape()
    : new Error(`The entry "${String(kind)}" of AI_ENGINE_URLS is not an http or https URL.`)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw wrongShape()
  }
}

const wrongShape = () =>
  new Error(`AI_ENGINE_URLS must be a JSON object, such as {"openai":"http://gateway.internal/v1"}.`)
