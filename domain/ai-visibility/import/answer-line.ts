/** One line of a file of answers: what it must and may hold, and what is said of a line that does not. */
import { z } from "zod"
import { exactMomentInput } from "@/domain/fields"
import { storable } from "@/domain/scans/record-answers"
import { maxAnswerCharacters, maxSources, maxUrlCharacters } from "../answer-limits"
import type { Source } from "../extraction/distinct-sources"
import type { Line } from "./read-lines"

const text = (max: number) => z.string().transform(storable).pipe(z.string().trim().min(1).max(max))

/** The fields of a line, as docs/answer-files.md describes them. */
export const answerFields = {
  /** Each set becomes a project of its own. */
  prompt_set: text(120).optional(),
  prompt_id: z.union([text(200), z.number().transform(String)]).optional(),
  prompt: text(4_000),
  prompt_type: text(60).optional(),
  engine: text(60),
  run: z.int().min(1).max(32_000).default(1),
  asked_at: exactMomentInput(),
  response: text(maxAnswerCharacters),
  sources: z
    .array(z.object({ url: z.string().max(maxUrlCharacters).nullish(), title: z.string().nullish() }))
    .max(maxSources)
    .default([]),
  /** Brands that a person read in the answer; left out: nobody read it, and the text alone decides. */
  labelled_brands: z.array(text(200)).max(500).optional(),
  /** A product without brand or name says nothing. */
  labelled_products: z
    .array(z.object({ brand: z.string().nullish(), name: z.string().nullish() }))
    .max(2_000)
    .default([]),
}
const answerLine = z.object(answerFields)
export type AnswerLine = z.output<typeof answerLine>

export type LineFault = { line: number; detail: string }

/** The answer on `line`, or what is wrong with it. */
export function readAnswer({ number, text }: Line): { answer: AnswerLine } | { fault: LineFault } {
  if (text === null) return fault(number, "The line is longer than 8 MiB or not UTF-8.")
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return fault(number, "The line is not JSON.")
  }
  const read = answerLine.safeParse(value)
  if (read.success) return { answer: read.data }
  return fault(
    number,
    read.error.issues.map((issue) => `${issue.path.join(".") || "the line"}: ${issue.message}`).join("; "),
  )
}

/** What the answer of a line cites. */
export const sourcesOf = ({ sources }: AnswerLine): Source[] =>
  sources.map(({ url, title }) => ({ url: url ?? "", title: title ?? null, kind: "cited" }))

const fault = (line: number, detail: string) => ({ fault: { line, detail } })
