/** Lists the team's signal rules. */
import { z } from "zod"
import { signalTypes } from "@/domain/events/signal-created"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import {
  createdInput,
  dateConditions,
  listPage,
  pageInput,
  type Sort,
  sortInput,
  updatedInput,
} from "@/domain/kernel/page"
import { sql } from "@/prisma/client"
import { exampleRule, ruleColumns, signalRule } from "./rule"

const sorts = {
  "-created_at": { column: sql`r.created_at`, descending: true, type: "timestamptz" },
  updated_at: { column: sql`r.updated_at`, descending: false, type: "timestamptz" },
  "-updated_at": { column: sql`r.updated_at`, descending: true, type: "timestamptz" },
  name: { column: sql`lower(r.name)`, descending: false, type: "text" },
  "-name": { column: sql`lower(r.name)`, descending: true, type: "text" },
} satisfies Record<string, Sort>

export const listSignalRules = defineOperation({
  id: "signalRules.list",
  summary: "List signal rules",
  description:
    "Returns the rules that change how signals are detected, newest first. A rule for a project takes precedence over one for a client, and a rule for a client over one for the whole team. Signal types without a rule are detected with the default settings, except thresholds, which need a rule.",
  audience: "team",
  kind: "query",
  scope: "signals:read",
  rest: { path: "/signal-rules", tag: "Signals" },
  input: z.strictObject({
    ...pageInput,
    client_id: id("client").optional().meta({ description: "Only rules for this client." }),
    project_id: id("aiProject").optional().meta({ description: "Only rules for this AI-visibility project." }),
    type: z.array(z.enum(signalTypes)).min(1).optional().meta({ description: "Only rules for one of these types." }),
    ...createdInput,
    ...updatedInput,
    sort: sortInput(sorts)
      .default("-created_at")
      .meta({ description: "The sort order. A leading minus means descending order." }),
  }),
  output: z.array(signalRule),
  example: [exampleRule],
  handle: ({ team }, query) =>
    listPage(
      {
        row: signalRule,
        cursorScope: ["signalRules.list", team.id],
        columns: ruleColumns,
        from: sql`signal_rule r`,
        where: [
          sql`r.team_id = ${team.id}`,
          ...(query.client_id ? [sql`r.client_id = ${query.client_id}`] : []),
          ...(query.project_id ? [sql`r.project_id = ${query.project_id}`] : []),
          ...(query.type ? [sql`r.type = any(${query.type})`] : []),
          ...dateConditions(query, sql`r`),
        ],
        sort: sorts[query.sort],
        idColumn: sql`r.id`,
      },
      query,
    ),
})
