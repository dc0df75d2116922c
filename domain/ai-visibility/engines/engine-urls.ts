/** AI_ENGINE_URLS='{"openai":"http://gateway.internal/v1"}': where the operator wants vendors to be asked. */
import { z } from "zod"
import { type EngineKind, engineIds } from "./kinds"

const kinds = Object.values(engineIds).flatMap(({ kind }) => (kind === "sample" ? [] : [kind]))
const url = z.url({ protocol: /^https?$/, error: "is no http or https URL" })
const urls = z.partialRecord(z.enum(kinds), url)

/** By engine. Throws one sentence that says what is wrong with the variable. */
export function engineUrls(given = process.env.AI_ENGINE_URLS): Partial<Record<EngineKind, string>> {
  if (!given) return {}
  const { data, error } = urls.safeParse(parsed(given))
  if (data) return data
  const [issue] = error.issues
  const name = issue?.path.join(".") || (issue?.code === "unrecognized_keys" ? issue.keys.join(", ") : "")
  throw wrong(name)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw wrong("")
  }
}

const wrong = (name: string) => new Error(`AI_ENGINE_URLS ${name}`)
