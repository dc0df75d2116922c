/** Settings of a project that a person chooses when creating or updating it. */
import { z } from "zod"
import { engineId } from "@/domain/ai-engines/engine-settings"
import { singleLineText } from "@/domain/kernel/fields"
import { schedule } from "./schedule"

const region = z
  .string()
  .regex(/^[A-Z]{2}$/, { error: "is not a country code, such as IT" })
  .meta({ description: "An ISO 3166-1 alpha-2 country code." })

export const projectSettings = {
  name: singleLineText(120),
  schedule,
  runs_per_prompt: z
    .int()
    .min(1)
    .max(20)
    .meta({ description: "How many times a scan asks each engine a prompt, per region." }),
  regions: z
    .array(region)
    .max(20)
    .transform((all) => [...new Set(all)])
    .meta({
      description:
        "The countries from which prompts are asked, each with its own answers. An empty list asks without a location. Gemini, OpenAI-compatible servers, and OpenAI and Anthropic without web search ignore the country. They are asked, and bill, the same question once per country.",
    }),
  language: z
    .string()
    .regex(/^[a-z]{2,3}(-[A-Z]{2})?$/, { error: "is not a language tag, such as en or pt-BR" })
    .meta({ description: "The language of the prompts, as a BCP 47 tag." }),
  asked_engines: z
    .array(engineId)
    .max(10)
    .transform((ids) => [...new Set(ids)])
    .meta({ description: "The engines that scans ask. Set them up for the team first." }),
  monthly_answer_budget: z.int().min(0).max(10_000_000).meta({
    description:
      "The maximum number of answers per month that scans of this project request. `0` for the plan's limit.",
  }),
}
