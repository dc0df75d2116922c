/** Lists the team's clients. */
import { z } from "zod"
import { signalCreated } from "@/domain/events/signal-created"
import { defineOperation } from "@/domain/kernel/operation"
import {
  createdInput,
  dateConditions,
  exactTotalSql,
  listPage,
  pageInput,
  type Sort,
  sortInput,
  updatedInput,
} from "@/domain/kernel/page"
import { containsPattern } from "@/domain/kernel/text"
import { type Sql, sql } from "@/prisma/client"
import { client, clientColumns, clientStatuses, exampleClient } from "./client"

const severities = [...signalCreated.shape.signal.shape.severity.options]

/** A digit for the most severe open signal of the client, 0 for critical and 3 for none. */
const severityDigit = sql`(
  select ${severities.length} - coalesce(max(array_position(${severities}::text[], s.severity)), 0)
  from signal s where s.team_id = c.team_id and s.client_id = c.id and s.status = 'open')`

const sorts = {
  "-created_at": { column: sql`c.created_at`, descending: true, type: "timestamptz" },
  name: { column: sql`c.name`, descending: false, type: "text" },
  "-name": { column: sql`c.name`, descending: true, type: "text" },
  updated_at: { column: sql`c.updated_at`, descending: false, type: "timestamptz" },
  "-updated_at": { column: sql`c.updated_at`, descending: true, type: "timestamptz" },
  attention: { column: sql`(${severityDigit} || c.name)`, descending: false, type: "text" },
} satisfies Record<string, Sort>

const input = z.strictObject({
  ...pageInput,
  status: z
    .array(z.enum(clientStatuses))
    .min(1)
    .optional()
    .meta({ description: "Only clients with one of these statuses." }),
  tag: z.string().max(100).optional().meta({ description: "Only clients with this tag." }),
  q: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .meta({ description: "Only clients whose name, slug or primary domain contains this text. Case-insensitive." }),
  external_id: z.string().max(200).optional().meta({ description: "Only the client with this external ID." }),
  ...createdInput,
  ...updatedInput,
  sort: sortInput(sorts).default("-created_at").meta({
    description:
      "The sort order. A leading minus means descending order. `attention` lists the clients with the most severe open signals first, and clients with equally severe signals by name.",
  }),
})

export const listClients = defineOperation({
  id: "clients.list",
  summary: "List clients",
  description:
    "Returns the team's clients, newest first. To keep a copy up to date, use `updated_after` with `sort=updated_at`.",
  audience: "team",
  kind: "query",
  scope: "clients:read",
  rest: { path: "/clients", tag: "Clients" },
  tool: {
    name: "list_clients",
    title: "List clients",
    page: "clients/{id}",
    description:
      "Lists the clients (brands) of the team with their status, time zone and currency. Use q to find one by name.",
    omit: ["external_id", "tag", "created_after", "created_before", "updated_after", "sort"],
  },
  input,
  output: z.array(client),
  example: [exampleClient],
  async handle({ team }, query) {
    const filters = filterConditions(query)
    return listPage(
      {
        row: client,
        cursorScope: ["clients.list", team.id],
        columns: clientColumns,
        from: sql`client c`,
        where: [
          sql`c.team_id = ${team.id}`,
          ...(query.status ? [sql`c.status = any(${query.status})`] : []),
          ...filters,
        ],
        sort: sorts[query.sort],
        idColumn: sql`c.id`,
        exactTotal: filters.length === 0 ? exactTotalSql(team.id, "client", query.status) : undefined,
      },
      query,
    )
  },
})

/** The conditions for which `row_tally` stores no total. With any of them, the total is counted. */
function filterConditions({ tag, q, external_id, ...query }: z.output<typeof input>): Sql[] {
  const conditions = dateConditions(query, sql`c`)
  if (tag !== undefined) conditions.push(sql`c.tags @> ${[tag]}`)
  if (q !== undefined)
    conditions.push(
      sql`(c.name ilike ${containsPattern(q)} or c.slug ilike ${containsPattern(q)} or c.primary_domain ilike ${containsPattern(q)})`,
    )
  if (external_id !== undefined) conditions.push(sql`c.external_id = ${external_id}`)
  return conditions
}
