/** Gets one answer with its text, mentions and citations. */
import { z } from "zod"
import { notFound } from "@/domain/errors"
import { id } from "@/domain/ids"
import { defineOperation } from "@/domain/operation"
import { rows, sql } from "@/prisma/client"
import { type Answer, answer, answerColumns, answerParts, exampleAnswer } from "./answer"

export const getAnswer = defineOperation({
  id: "aiVisibility.getAnswer",
  summary: "Get an answer",
  audience: "team",
  kind: "query",
  scope: "ai_visibility:read",
  rest: { path: "/answers/{answer_id}", tag: "AI visibility" },
  input: z.strictObject({ answer_id: id("answer") }),
  output: answer,
  example: exampleAnswer,
  async handle({ team }, { answer_id }) {
    const [data] = await rows<Answer>(sql`
      select ${answerColumns(team.id, answerParts)} from answer a where a.team_id = ${team.id} and a.id = ${answer_id}`)
    if (!data) throw notFound("answer")
    return { data }
  },
})
