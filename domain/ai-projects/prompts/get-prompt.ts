/** Returns one prompt with your brand's result in the latest scan. */
import { z } from "zod"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { examplePrompt, findPrompt, prompt } from "./prompt"

export const getPrompt = defineOperation({
  id: "aiVisibility.getPrompt",
  summary: "Get a prompt",
  description: "Returns a prompt with its topic, its tags and its result in the latest scan.",
  audience: "team",
  kind: "query",
  scope: "ai_visibility:read",
  rest: { path: "/prompts/{prompt_id}", tag: "AI visibility" },
  input: z.strictObject({ prompt_id: id("prompt") }),
  output: prompt,
  example: examplePrompt,
  async handle({ team }, { prompt_id }) {
    return { data: await findPrompt(team.id, prompt_id) }
  },
})
