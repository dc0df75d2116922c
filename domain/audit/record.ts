/**
 * Writes an entry to the audit log: who changed what, from where, with the state before and after. Entries never
 * contain secrets.
 */
import type { Actor, OperatorActor, PersonContext, TeamContext } from "@/domain/kernel/context"
import { newId } from "@/domain/kernel/ids"
import { inTeam, Prisma, prisma } from "@/prisma/client"
import type { AuditAction } from "./actions"

export type AuditRecord = { action: AuditAction; subject_id?: string; before?: unknown; after?: unknown }

/** The parts of a call that the audit log needs. A TeamContext has all of them. */
export type AuditContext = Pick<TeamContext, "origin" | "now"> & {
  team: { id: string }
  actor: Actor | OperatorActor | PersonContext["actor"]
  connection?: TeamContext["connection"]
  requestId?: string
}

/**
 * Inside a transaction, pass its client as `tx`, so that the change and its entry are committed or rolled back
 * together.
 */
export async function recordAudit(ctx: AuditContext, entry: AuditRecord, tx: Prisma.TransactionClient = prisma) {
  const { team, actor, origin } = ctx
  const write = () =>
    tx.auditEntry.create({
      data: {
        id: newId("audit"),
        team_id: team.id,
        action: entry.action,
        actor_kind: actor.kind,
        actor_id: actor.kind === "system" ? null : actor.id,
        actor_label: actor.kind === "key" ? `${actor.name} (${actor.hint})` : actor.name,
        subject_id: entry.subject_id ?? null,
        before: jsonOrNull(entry.before),
        after: jsonOrNull(entry.after),
        ip: origin.ip,
        user_agent: origin.userAgent?.slice(0, 300) ?? null,
        // Links the entry to the call of the MCP client that made the change.
        request_id: ctx.connection ? (ctx.requestId ?? null) : null,
        created_at: ctx.now(),
      },
    })
  // A caller's transaction already runs in the scope of the team.
  await (tx === prisma ? inTeam(team.id, write) : write())
}

/** The `before` of an entry whose `after` is `change`: the old values of the fields that change. */
export const replacedValues = <Change extends object>(old: Record<keyof Change, unknown>, change: Change) =>
  Object.fromEntries(Object.keys(change).map((field) => [field, old[field as keyof Change]]))

/**
 * The `before` and `after` of a change. `identity` names the subject, such as its name. Both states have it, so that it
 * is no change itself.
 */
export const changedStates = <Change extends object>(
  identity: object,
  old: Record<keyof Change, unknown>,
  change: Change,
) => ({ before: { ...identity, ...replacedValues(old, change) }, after: { ...identity, ...change } })

/** Converts a value for a nullable JSON column. A missing value is stored as null. */
export const jsonOrNull = (value: unknown): Prisma.InputJsonValue | typeof Prisma.DbNull =>
  value === undefined || value === null ? Prisma.DbNull : (value as Prisma.InputJsonValue)
