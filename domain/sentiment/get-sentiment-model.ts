/** Returns the sentiment model's settings and the team's remaining budget for this month. */
import { z } from "zod"
import { defineOperation } from "@/domain/kernel/operation"
import { sentimentModel, sentimentModelOf } from "./sentiment-model"

export const getSentimentModel = defineOperation({
  id: "aiVisibility.getSentimentModel",
  summary: "Get the sentiment model",
  audience: "team",
  kind: "query",
  role: "member",
  input: z.strictObject({}),
  output: sentimentModel,
  async handle({ team, now }) {
    return { data: await sentimentModelOf(team, now()) }
  },
})
