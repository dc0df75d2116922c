/** Parses one line of a file of answers and reports what is wrong with an invalid line. */
import { z } from "zod"
import { timestampInput, withoutUnstorableCharacters } from "@/domain/kernel/fields"
import { maxAnswerCharacters, maxSources, maxUrlCharacters } from "../answer-limits"
import type { Source } from "../extraction/sources"
import type { Line } from "./read-lines"

const text = (max: number) => z.string().transform(withoutUnstorableCharacters).pipe(z.string().trim().min(1).max(max))

/** Fields of a line, as documented in docs/answer-files.md. */
export const answerFields = {
  /** Each prompt set becomes a project. */
  prompt_set: text(120).optional(),
  prompt_id: z.union([text(200), z.number().transform(String)]).optional(),
  prompt: text(4_000),
  prompt_type: text(60).optional(),
  engine: text(60),
  run: z.int().min(1).max(32_000).default(1),
  asked_at: timestampInput(),
  response: text(maxAnswerCharacters),
  sources: z
    .array(z.object({ url: z.string().max(maxUrlCharacters).nullish(), title: z.string().nullish() }))
    .max(maxSources)
    .default([]),
  /**
   * Brands that a person found in the answer. Without this field the answer is unlabelled, and only its text is
   * searched.
   */
  labelled_brands: z.array(text(200)).max(500).optional(),
  /** Entries without a brand or a name are ignored. */
  labelled_products: z
    .array(z.object({ brand: z.string().nullish(), name: z.string().nullish() }))
    .max(2_000)
    .default([]),
}
const answerLine = z.object(answerFields)
export type AnswerLine = z.output<typeof answerLine>

export type LineError = { line: number; detail: string }

/** Returns the answer on `line`, or a description of the error. */
export function parseAnswerLine({ number, text }: Line): { answer: AnswerLine } | { lineError: LineError } {
  if (text === null) return lineError(number, "The line is longer than 8 MiB, or it is not valid UTF-8.")
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return lineError(number, "The line is not valid JSON.")
  }
  const parsed = answerLine.safeParse(value)
  if (parsed.success) return { answer: parsed.data }
  return lineError(
    number,
    parsed.error.issues.map((issue) => `${issue.path.join(".") || "the line"}: ${issue.message}`).join("; "),
  )
}

/** Returns the sources that the answer cites. */
export const sourcesOf = ({ sources }: AnswerLine): Source[] =>
  sources.map(({ url, title }) => ({ url: url ?? "", title: title ?? null, kind: "cited" }))

const lineError = (line: number, detail: string) => ({ lineError: { line, detail } })
