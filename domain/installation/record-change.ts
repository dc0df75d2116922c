/** Records an operator's change in the operator log and, if it concerns a team, in the team's audit log. */
import type { AuditAction } from "@/domain/audit/actions"
import { jsonOrNull, recordAudit } from "@/domain/audit/record"
import type { OperatorActor, RequestOrigin } from "@/domain/kernel/context"
import { newId } from "@/domain/kernel/ids"
import type { Prisma } from "@/prisma/client"

/** The operator who makes a change. On the command line, the fields of `origin` are null. */
export type Operator = { actor: OperatorActor; origin: RequestOrigin; now(): Date }

type Change = { action: AuditAction; subject: { id: string; label: string }; before?: unknown; after?: unknown }

export async function recordOperatorChange(tx: Prisma.TransactionClient, operator: Operator, change: Change) {
  await tx.operatorChange.create({
    data: {
      id: newId("operatorChange", operator.now().getTime()),
      action: change.action,
      actor_id: operator.actor.id,
      actor_label: operator.actor.name,
      subject_id: change.subject.id,
      subject_label: change.subject.label,
      before: jsonOrNull(change.before),
      after: jsonOrNull(change.after),
      ip: operator.origin.ip,
      created_at: operator.now(),
    },
  })
}

/** Records a change of a team in both logs. The team sees who changed what, but not the operator's network address. */
export async function recordTeamChange(tx: Prisma.TransactionClient, operator: Operator, change: Change) {
  await recordOperatorChange(tx, operator, change)
  const { action, subject, before, after } = change
  const ctx = {
    team: { id: subject.id },
    actor: operator.actor,
    origin: { ip: null, userAgent: null },
    now: operator.now,
  }
  await recordAudit(ctx, { action, subject_id: subject.id, before, after }, tx)
}
