/** Settings of a project that a person chooses when creating or updating it. */
import { z } from "zod"
import { storable } from "@/domain/kernel/fields"

import { engineId } from "./engine-settings"
import { schedule } from "./schedule"

/** One line of text without the characters that Postgres cannot store, with at most `most` characters. */
export const line = (most: number) => z.string().transform(storable).pipe(z.string().trim().min(1).max(most))

const region = z
  .string()
  .regex(/^[A-Z]{2}$/, { error: "is not a country, such as IT" })
  .meta({ description: "ISO 3166-1 alpha-2" })

export const projectSettings = {
  name: line(120),
  schedule,
  runs_per_prompt: z
    .int()
    .min(1)
    .max(20)
    .meta({ description: "How often each prompt is asked of each engine in one scan" }),
  regions: z
    .array(region)
    .max(20)
    .transform((all) => [...new Set(all)])
    .meta({ description: "Where the asker is, one set of answers each; empty: nowhere in particular" }),
  language: z
    .string()
    .regex(/^[a-z]{2,3}(-[A-Z]{2})?$/, { error: "is not a language, such as en or pt-BR" })
    .meta({ description: "Of the prompts, BCP 47" }),
  asked_engines: z
    .array(engineId)
    .max(10)
    .transform((ids) => [...new Set(ids)])
    .meta({ description: "The engines that scans ask; each is set up for the team first" }),
  monthly_answer_budget: z
    .int()
    .min(0)
    .max(10_000_000)
    .meta({ description: "Answers a month that scans of this project may ask for; 0: as many as the plan has" }),
}
