/**
 * Reads the 408 real AI answers in the folder next to the repository, for tests. Returns none when the file does not
 * exist.
 */
import { existsSync, readFileSync } from "node:fs"
import { resolve } from "node:path"

/** An answer whose brands and products a person labelled. */
export type LabelledAnswer = {
  prompt_set: string
  prompt_id: string
  prompt: string
  prompt_type: string
  engine: string
  run: number
  asked_at: string
  response: string
  sources: { url: string; title: string; domain: string }[]
  labelled_brands: string[]
  labelled_products: { brand: string; name: string; rank: number }[]
}

const file = resolve("../shared/data/ai-answers/answers.jsonl")

export const realAnswers = (): LabelledAnswer[] =>
  existsSync(file)
    ? readFileSync(file, "utf8")
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line) as LabelledAnswer)
    : []
