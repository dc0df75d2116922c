/**
 * Chooses the engine that classifies the sentiment of answers, or turns sentiment off. Omitted fields stay unchanged.
 */
import { z } from "zod"
import { recordAudit, replacedValues } from "@/domain/audit/record"
import { Problem } from "@/domain/kernel/errors"
import { singleLineText } from "@/domain/kernel/fields"
import { defineOperation } from "@/domain/kernel/operation"
import { type Prisma, prisma } from "@/prisma/client"
import { sentimentEngine, sentimentModel, sentimentModelOf } from "./sentiment-model"

const changes = z
  .strictObject({
    engine_id: sentimentEngine.meta({ description: "An engine that is set up for the team." }),
    model: singleLineText(120)
      .nullable()
      .meta({ description: "The model to use. `null` for the model of the engine's settings." }),
    monthly_budget: z.int().min(0).max(1_000_000).meta({
      description: "The maximum number of classifications per calendar month (UTC). `0` for the plan's limit.",
    }),
    is_enabled: z.boolean(),
  })
  .partial()

export const setUpSentimentModel = defineOperation({
  id: "aiVisibility.setUpSentimentModel",
  summary: "Choose the sentiment model",
  description:
    "Sentiment is off until you turn it on. It applies to new scans and to scans in progress. Answers of scans that have ended are not changed.",
  audience: "team",
  kind: "mutation",
  role: "admin",
  input: changes,
  output: sentimentModel,
  async handle(ctx, change) {
    const team_id = ctx.team.id
    const updated_at = ctx.now()
    await prisma.$transaction(async (tx) => {
      const old = await tx.aiJudge.findFirst({ where: { team_id } })
      const engine_id = change.engine_id ?? old?.engine_id
      if (!engine_id) throw invalid("Choose an engine that is set up for your team.")
      if (change.is_enabled ?? old?.is_enabled) await requireSetUp(tx, team_id, engine_id)
      // The stored model belongs to the previous engine.
      const model = engine_id === old?.engine_id ? {} : { model: null }
      const data = { ...model, ...change, engine_id, updated_at }
      await tx.aiJudge.upsert({
        where: { team_id },
        create: { team_id, created_at: updated_at, ...data },
        update: data,
      })
      const before = old ? replacedValues(old, change) : undefined
      await recordAudit(ctx, { action: "ai_visibility.judge_set_up", subject_id: engine_id, before, after: change }, tx)
    })
    return { data: await sentimentModelOf(ctx.team, updated_at) }
  },
})

async function requireSetUp(tx: Prisma.TransactionClient, team_id: string, engine_id: string) {
  const found = await tx.teamEngine.findFirst({ where: { team_id, engine_id, is_enabled: true } })
  if (!found) throw invalid("This engine is not set up. Set it up first, or choose another one.")
}

const invalid = (detail: string) =>
  new Problem("parameter_invalid", detail, {
    errors: [{ parameter: "engine_id", code: "parameter_invalid", detail }],
  })
