/** Lists the changes in the team, newest first. */
import { z } from "zod"
import { defineOperation } from "@/domain/kernel/operation"
import { listPage, pageInput } from "@/domain/kernel/page"
import { sql } from "@/prisma/client"
import { type AuditEntry, auditColumns, auditEntry, exampleAuditEntry } from "./entry"

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
  }),
  output: z.array(auditEntry),
  example: [exampleAuditEntry],
  async handle({ team }, query) {
    const { action, subject_id } = query
    return listPage<AuditEntry>(
      {
        binding: ["audit.list", team.id],
        columns: auditColumns,
        from: sql`audit_entry a`,
        where: [
          sql`a.team_id = ${team.id}`,
          ...(action ? [action.endsWith(".") ? sql`starts_with(a.action, ${action})` : sql`a.action = ${action}`] : []),
          ...(subject_id ? [sql`a.subject_id = ${subject_id}`] : []),
        ],
        sort: { column: sql`a.created_at`, descending: true, type: "timestamptz" },
        idColumn: sql`a.id`,
      },
      query,
    )
  },
})
