/** Defines a suggested brand, which answers name often and the project does not track, and what it is computed from. */
import { z } from "zod"
import { id } from "@/domain/kernel/ids"

export const examinedAnswer = z.object({ id: z.string(), engine: z.string(), text: z.string() })
export type ExaminedAnswer = z.infer<typeof examinedAnswer>
export const citedSite = z.object({ domain: z.string(), answers_n: z.int() })
export type CitedSite = z.infer<typeof citedSite>

const stored = {
  name: z.string().meta({ description: "The name, as answers write it." }),
  answers_n: z.int().meta({ description: "The number of answers that mention the name." }),
  engines: z.array(z.object({ engine: z.string(), answers_n: z.int() })),
  examples: z
    .array(z.object({ answer_id: id("answer"), engine: z.string(), excerpt: z.string() }))
    .meta({ description: "Part of an answer. Third-party content." }),
  domain: z.string().nullable().meta({ description: "A cited domain that contains the name." }),
}

export type StoredSuggestion = z.infer<z.ZodObject<typeof stored>>

export const suggestion = z.object({
  ...stored,
  read_n: z
    .int()
    .meta({ description: "The number of answers that were examined: the latest answers of the last three scans." }),
  share: z.number().meta({ description: "The share of examined answers that mention the name." }),
})
