/** Lists the operators' changes, newest first. */
import { z } from "zod"
import { createdAt } from "@/domain/kernel/fields"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { listPage, pageInput } from "@/domain/kernel/page"
import { sql } from "@/prisma/client"

const operatorChange = z.object({
  id: id("operatorChange"),
  action: z.string(),
  actor_label: z.string(),
  subject_id: z.string(),
  subject_label: z
    .string()
    .meta({ description: "The name of the team, or the email address of the user, at the time of the change." }),
  before: z.unknown().nullable(),
  after: z.unknown().nullable(),
  ip: z.string().nullable(),
  created_at: createdAt(),
})

export const listChanges = defineOperation({
  id: "installation.listChanges",
  summary: "List the operators' changes",
  audience: "operator",
  kind: "query",
  input: z.strictObject(pageInput),
  output: z.array(operatorChange),
  handle: (_, query) =>
    listPage(
      {
        row: operatorChange,
        cursorScope: ["installation.listChanges", "*"],
        columns: sql`c.id, c.action, c.actor_label, c.subject_id, c.subject_label, c.before, c.after, c.ip, c.created_at`,
        from: sql`operator_change c`,
        where: [sql`true`],
        sort: { column: sql`c.created_at`, descending: true, type: "timestamptz" },
        idColumn: sql`c.id`,
      },
      query,
    ),
})
