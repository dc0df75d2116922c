/** Returns the sentiment model's settings and the team's remaining budget for this month. */
import { z } from "zod"
import { defineOperation } from "@/domain/kernel/operation"
import { exampleJudge, judge, judgeOf } from "./judge"

export const getJudge = defineOperation({
  id: "aiVisibility.getJudge",
  summary: "Get the sentiment model",
  audience: "team",
  kind: "query",
  role: "member",
  input: z.strictObject({}),
  output: judge,
  example: exampleJudge,
  async handle({ team, now }) {
    return { data: await judgeOf(team, now()) }
  },
})
