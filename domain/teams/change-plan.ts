/** Changes the team's plan, if SIGNALBOX_PLAN_CHANGES allows owners to do so. There is no payment provider. */
import { z } from "zod"
import { type AuditRecord, recordAudit } from "@/domain/audit/record"
import { revokeConnectionsIn } from "@/domain/connections/revoke-connections"
import { Problem } from "@/domain/kernel/errors"
import { defineOperation } from "@/domain/kernel/operation"
import { limitsOf, planNames } from "@/domain/kernel/plans"
import { ownersChangePlans } from "@/domain/kernel/policies"
import { clearKeyCache } from "@/domain/keys/authenticate"
import { holdAllPending } from "@/domain/webhooks/unfinished-deliveries"
import { prisma, rowsIn, sql } from "@/prisma/client"
import { requireTeam, team } from "./team"

export const changePlan = defineOperation({
  id: "teams.changePlan",
  summary: "Change the team's plan",
  description:
    "Takes effect within two seconds. On the Free plan, API requests return 403 and events for webhooks are held. To send them after an upgrade, resume the webhooks. Nothing is deleted.",
  audience: "team",
  kind: "mutation",
  role: "owner",
  input: z.strictObject({ plan: z.enum(planNames) }),
  output: team,
  async handle(ctx, { plan }) {
    if (!ownersChangePlans()) throw operatorChangesPlans()
    await prisma.$transaction(async (tx) => {
      const [before] = await rowsIn(tx, planRow, sql`select plan from team where id = ${ctx.team.id} for update`)
      if (before?.plan === plan) return
      await tx.team.updateMany({ where: { id: ctx.team.id }, data: { plan } })
      const entry: AuditRecord = { action: "team.plan_changed", subject_id: ctx.team.id, before, after: { plan } }
      await recordAudit(ctx, entry, tx)
      if (!limitsOf(plan).hasDeveloperAccess)
        await revokeConnectionsIn(tx, ctx, { teamId: ctx.team.id }, "The team's plan no longer includes MCP.")
    })
    clearKeyCache()
    // Held even when the plan did not change, because an earlier call may have ended before it held all deliveries.
    if (!limitsOf(plan).hasDeveloperAccess) await holdAllPending(ctx.team.id)
    return { data: await requireTeam(sql`t.id = ${ctx.team.id}`) }
  },
})

const operatorChangesPlans = () =>
  new Problem(
    "role_missing",
    "Only the operator of this installation can change plans. Ask the operator for another plan.",
  )

const planRow = z.object({ plan: z.string() })
