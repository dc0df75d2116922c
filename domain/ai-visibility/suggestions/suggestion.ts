/** A suggested brand: answers name it often and the project does not track it. */
import { z } from "zod"
import { exampleId, id } from "@/domain/kernel/ids"

const stored = {
  name: z.string().meta({ description: "As answers write it" }),
  answers_n: z.int().meta({ description: "Answers that name it" }),
  engines: z.array(z.object({ engine: z.string(), answers_n: z.int() })),
  examples: z
    .array(z.object({ answer_id: id("answer"), engine: z.string(), excerpt: z.string() }))
    .meta({ description: "Written by a third party" }),
  domain: z.string().nullable().meta({ description: "A cited site that bears the name" }),
}

export type StoredSuggestion = z.infer<z.ZodObject<typeof stored>>

export const suggestion = z
  .object({
    ...stored,
    read_n: z.int().meta({ description: "Answers that were read: the latest of the last three scans" }),
    share: z.number().meta({ description: "answers_n of read_n" }),
  })
  .meta({ id: "AiSuggestedBrand" })
export type Suggestion = z.infer<typeof suggestion>

export const exampleSuggestion: Suggestion = {
  name: "Alpine Cycles",
  answers_n: 31,
  engines: [
    { engine: "openai_api", answers_n: 19 },
    { engine: "perplexity_api", answers_n: 12 },
  ],
  examples: [
    {
      answer_id: exampleId("answer"),
      engine: "openai_api",
      excerpt: "Alpine Cycles Gipfel: a light frame, and a motor that is strong on hills.",
    },
  ],
  domain: "alpinecycles.example",
  read_n: 216,
  share: 0.1435,
}
