/** Creates a signal rule. */
import { z } from "zod"
import { recordAudit } from "@/domain/audit/record"
import { signalTypes } from "@/domain/events/signal-created"
import { actorId } from "@/domain/kernel/context"
import { Problem } from "@/domain/kernel/errors"
import { newId } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { lockTeam } from "@/domain/webhooks/endpoint-limits"
import { prisma } from "@/prisma/client"
import { maxRules, requireRule, signalRule } from "./rule"
import { checkedParams, requestEvaluation, requireScope, ruleScope, ruleSettings } from "./settings"

export const createSignalRule = defineOperation({
  id: "signalRules.create",
  summary: "Create a signal rule",
  audience: "team",
  kind: "mutation",
  role: "member",
  input: z.strictObject({
    type: z.enum(signalTypes),
    name: ruleSettings.name,
    client_id: ruleScope.client_id.default(null),
    project_id: ruleScope.project_id.default(null),
    is_enabled: ruleSettings.is_enabled.default(true),
    sensitivity: ruleSettings.sensitivity.default("medium"),
    params: ruleSettings.params.default({}),
    severity_floor: ruleSettings.severity_floor.default("info"),
    cooldown_hours: ruleSettings.cooldown_hours.default(72),
    muted_until: ruleSettings.muted_until.default(null),
  }),
  output: signalRule,
  fails: ["plan_limit_reached"],
  async handle(ctx, input) {
    const team_id = ctx.team.id
    const rule = {
      ...input,
      id: newId("signalRule", ctx.now().getTime()),
      params: checkedParams(input.type, input.params),
    }
    await prisma.$transaction(async (tx) => {
      await lockTeam(tx, team_id)
      if ((await tx.signalRule.count({ where: { team_id } })) >= maxRules)
        throw new Problem("plan_limit_reached", `A team can have ${maxRules} signal rules. Delete one first.`)
      await requireScope(tx, team_id, input)
      const times = { created_at: ctx.now(), updated_at: ctx.now() }
      await tx.signalRule.create({ data: { ...rule, team_id, created_by: actorId(ctx), ...times } })
      await recordAudit(ctx, { action: "signal_rule.created", subject_id: rule.id, after: rule }, tx)
      await requestEvaluation(tx, team_id, input)
    })
    return { data: await requireRule(team_id, rule.id) }
  },
})
