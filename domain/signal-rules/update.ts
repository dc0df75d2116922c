/** Changes a signal rule. Fields that are left out stay unchanged. The type and the scope of a rule never change. */
import { z } from "zod"
import { changedStates, recordAudit } from "@/domain/audit/record"
import { notFound } from "@/domain/kernel/errors"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { prisma } from "@/prisma/client"
import { requireRule, signalRule } from "./rule"
import { checkedParams, requestEvaluation, ruleSettings } from "./settings"

export const updateSignalRule = defineOperation({
  id: "signalRules.update",
  summary: "Change a signal rule",
  description: "To mute a rule, set `muted_until`. Signals that exist are not changed.",
  audience: "team",
  kind: "mutation",
  role: "member",
  input: z
    .strictObject(ruleSettings)
    .partial()
    .extend({ rule_id: id("signalRule") }),
  output: signalRule,
  async handle(ctx, { rule_id, params, ...change }) {
    const team_id = ctx.team.id
    const old = await requireRule(team_id, rule_id)
    const changes = { ...change, ...(params && { params: checkedParams(old.type, params) }) }
    await prisma.$transaction(async (tx) => {
      const data = { ...changes, updated_at: ctx.now() }
      const { count } = await tx.signalRule.updateMany({ where: { team_id, id: rule_id }, data })
      if (count === 0) throw notFound("signal rule")
      const states = changedStates({ name: old.name }, old, changes)
      await recordAudit(ctx, { action: "signal_rule.updated", subject_id: rule_id, ...states }, tx)
      await requestEvaluation(tx, team_id, old)
    })
    return { data: await requireRule(team_id, rule_id) }
  },
})
