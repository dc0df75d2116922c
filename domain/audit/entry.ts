/** Defines an entry of the audit log. Entries are append-only, and the team's owners and admins can read them. */
import { z } from "zod"
import { timestamp } from "@/domain/kernel/fields"
import { exampleId, id } from "@/domain/kernel/ids"
import { sql } from "@/prisma/client"

export const auditEntry = z
  .object({
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
    created_at: timestamp(),
  })
  .meta({ id: "AuditEntry" })

export type AuditEntry = z.infer<typeof auditEntry>

export const auditColumns = sql`a.id, a.action, a.actor_kind, a.actor_id, a.actor_label, a.subject_id, a.before, a.after, a.ip,
  a.user_agent, a.created_at, (a.actor_kind = 'person' and not exists (
    select 1 from membership m where m.team_id = a.team_id and m.user_id = a.actor_id)) as actor_is_gone`

export const exampleAuditEntry: AuditEntry = {
  id: exampleId("audit"),
  action: "key.created",
  actor_kind: "person",
  actor_id: exampleId("user"),
  actor_label: "Ada Lindqvist",
  actor_is_gone: false,
  subject_id: exampleId("key"),
  before: null,
  after: { name: "Warehouse", scopes: ["clients:read"] },
  ip: "198.51.100.7",
  user_agent: "Mozilla/5.0",
  created_at: "2026-11-20T06:12:03.123Z",
}
