/**
 * Lists the entries of the audit log, newest first by default. Entries are append-only, and the team's owners and
 * admins can read them.
 */
import { z } from "zod"
import { createdAt } from "@/domain/kernel/fields"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { createdInput, dateConditions, listPage, pageInput } from "@/domain/kernel/page"
import { sql } from "@/prisma/client"

const auditEntry = z.object({
  id: id("audit"),
  action: z.string().meta({ description: "The action, such as `key.created`." }),
  actor_kind: z.enum(["key", "person", "system", "operator"]),
  actor_id: z.string().nullable(),
  actor_label: z.string().meta({ description: "The actor's name at the time of the action." }),
  actor_is_gone: z.boolean().meta({ description: "`true` if the user is no longer a member of the team." }),
  subject_id: z.string().nullable(),
  before: z.unknown().nullable(),
  after: z.unknown().nullable(),
  ip: z.string().nullable(),
  user_agent: z.string().nullable(),
  created_at: createdAt(),
})

const auditColumns = sql`a.id, a.action, a.actor_kind, a.actor_id, a.actor_label, a.subject_id, a.before, a.after, a.ip,
  a.user_agent, a.created_at, (a.actor_kind = 'person' and not exists (
    select 1 from membership m where m.team_id = a.team_id and m.user_id = a.actor_id)) as actor_is_gone`

export const listAudit = defineOperation({
  id: "audit.list",
  summary: "List the audit log",
  audience: "team",
  kind: "query",
  role: "admin",
  input: z.strictObject({
    ...pageInput,
    action: z.string().max(60).optional().meta({
      description: "Only entries with this action, such as `key.created`, or a group of actions, such as `key.`.",
    }),
    subject_id: z.string().max(60).optional().meta({ description: "Only changes of the resource with this ID." }),
    ...createdInput,
    sort: z.enum(["-created_at", "created_at"]).default("-created_at"),
  }),
  output: z.array(auditEntry),
  async handle({ team }, query) {
    const { action, subject_id, sort } = query
    return listPage(
      {
        row: auditEntry,
        cursorScope: ["audit.list", team.id],
        columns: auditColumns,
        from: sql`audit_entry a`,
        where: [
          sql`a.team_id = ${team.id}`,
          ...(action ? [isAction(action)] : []),
          ...(subject_id ? [sql`a.subject_id = ${subject_id}`] : []),
          ...dateConditions(query, sql`a`),
        ],
        sort: { column: sql`a.created_at`, descending: sort === "-created_at", type: "timestamptz" },
        idColumn: sql`a.id`,
      },
      query,
    )
  },
})

/** An action that ends with a dot is a group of actions. */
const isAction = (action: string) =>
  action.endsWith(".") ? sql`starts_with(a.action, ${action})` : sql`a.action = ${action}`
