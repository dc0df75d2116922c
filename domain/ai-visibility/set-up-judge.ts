/** Chooses the engine that classifies the sentiment of answers, or turns sentiment off. Omitted fields stay unchanged. */
import { z } from "zod"
import { recordAudit } from "@/domain/audit/record"
import { Problem } from "@/domain/kernel/errors"
import { defineOperation } from "@/domain/kernel/operation"
import { type Prisma, prisma } from "@/prisma/client"
import { exampleJudge, judge, judgeEngine, judgeOf } from "./judge"
import { line } from "./project-settings"

const changes = z
  .strictObject({
    engine_id: judgeEngine.meta({ description: "One that the team has set up" }),
    model: line(120).nullable().meta({ description: "null: the model that the engine is set up with" }),
    monthly_budget: z
      .int()
      .min(0)
      .max(1_000_000)
      .meta({ description: "Answers in a calendar month (UTC); 0: as many as the plan allows" }),
    is_enabled: z.boolean(),
  })
  .partial()

export const setUpJudge = defineOperation({
  id: "aiVisibility.setUpJudge",
  summary: "Choose the engine that judges how answers speak of brands",
  description: "Off until it is switched on. It counts from the next scan on; earlier answers keep what they have.",
  audience: "team",
  kind: "mutation",
  role: "admin",
  input: changes,
  output: judge,
  example: exampleJudge,
  async handle(ctx, change) {
    const team_id = ctx.team.id
    const updated_at = ctx.now()
    await prisma.$transaction(async (tx) => {
      const old = await tx.aiJudge.findFirst({ where: { team_id } })
      const engine_id = change.engine_id ?? old?.engine_id
      if (!engine_id) throw invalid("Choose one of the engines that you have set up.")
      if (change.is_enabled ?? old?.is_enabled) await requireSetUp(tx, team_id, engine_id)
      // The stored model belongs to the previous engine.
      const model = engine_id === old?.engine_id ? {} : { model: null }
      const data = { ...model, ...change, engine_id, updated_at }
      await tx.aiJudge.upsert({
        where: { team_id },
        create: { team_id, created_at: updated_at, ...data },
        update: data,
      })
      await recordAudit(ctx, { action: "ai_visibility.judge_set_up", subject_id: engine_id, after: change }, tx)
    })
    return { data: await judgeOf(ctx.team, updated_at) }
  },
})

async function requireSetUp(tx: Prisma.TransactionClient, team_id: string, engine_id: string) {
  const found = await tx.teamEngine.findFirst({ where: { team_id, engine_id, is_enabled: true } })
  if (!found) throw invalid("Set this engine up first, or choose another.")
}

const invalid = (detail: string) =>
  new Problem("parameter_invalid", detail, {
    errors: [{ parameter: "engine_id", code: "parameter_invalid", detail }],
  })
