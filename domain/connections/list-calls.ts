/**
 * Lists the calls of MCP clients, newest first by default. Changes show the state before and after, from the audit log.
 */
import { z } from "zod"
import { createdAt } from "@/domain/kernel/fields"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { createdInput, dateConditions, listPage, pageInput, type Sort, sortInput } from "@/domain/kernel/page"
import { sql } from "@/prisma/client"
import { resultsWithoutFailure } from "./call-result"

const change = z.object({
  action: z.string(),
  subject_id: z.string().nullable(),
  before: z.unknown().nullable(),
  after: z.unknown().nullable(),
})

const connectionCall = z.object({
  id: id("connectionCall"),
  connection_id: z.string(),
  user_id: id("user"),
  user_name: z.string().nullable().meta({ description: "The user who connected the app. `null` if the user is gone." }),
  client_id: z.string().meta({ description: "The OAuth client ID of the app." }),
  client_name: z.string().meta({ description: "The name of the app when it was connected." }),
  client_info: z.string().nullable().meta({ description: "The name and version that the app states." }),
  protocol_version: z.string().nullable(),
  request_id: z.string(),
  trace_id: z.string().nullable().meta({ description: "The trace ID that the app sent in `traceparent`." }),
  method: z.string(),
  name: z.string().nullable().meta({ description: "The tool, resource or prompt." }),
  arguments: z.unknown().nullable(),
  result: z.string().meta({
    description:
      "`ok`, `input_required` if the user was asked to confirm, `declined` if the user did not confirm, or the error code.",
  }),
  is_write: z.boolean(),
  rows: z.int(),
  bytes: z.int(),
  duration_ms: z.int(),
  changes: z.array(change).meta({ description: "What the call changed." }),
  created_at: createdAt(),
})

const byTime = (descending: boolean): Sort => ({ column: sql`c.id`, descending, type: "text" })
const byDuration = (descending: boolean): Sort => ({ column: sql`c.duration_ms`, descending, type: "bigint" })

/** Ids start with their time, and the index is on the id. No index contains the duration. */
const sorts = {
  "-created_at": byTime(true),
  created_at: byTime(false),
  "-duration_ms": byDuration(true),
  duration_ms: byDuration(false),
} satisfies Record<string, Sort>

export const listCalls = defineOperation({
  id: "connections.listCalls",
  summary: "List the calls of connected apps",
  audience: "team",
  kind: "query",
  role: "admin",
  input: z.strictObject({
    ...pageInput,
    connection_id: z.string().max(60).optional().meta({ description: "Only calls of this connection." }),
    name: z.string().max(200).optional().meta({ description: "Only calls of this tool." }),
    is_write: z.boolean().optional().meta({ description: "Only calls of tools that change data, or only the others." }),
    failed: z.boolean().optional().meta({ description: "Only calls that failed, or only the others." }),
    ...createdInput,
    sort: sortInput(sorts).default("-created_at"),
  }),
  output: z.array(connectionCall),
  handle: ({ team }, query) => {
    const { connection_id, name, is_write, failed } = query
    return listPage(
      {
        row: connectionCall,
        cursorScope: ["connections.listCalls", team.id],
        columns: sql`c.id, c.grant_id as connection_id, c.user_id, u.name as user_name, c.client_id, c.client_name, c.client_info, c.protocol_version,
          c.request_id, c.trace_id, c.method, c.name, c.arguments, c.result, c.is_write, c.rows, c.bytes, c.duration_ms,
          case when c.is_write then (select coalesce(json_agg(json_build_object('action', a.action, 'subject_id', a.subject_id,
            'before', a.before, 'after', a.after) order by a.id), '[]')
            from audit_entry a where a.team_id = c.team_id and a.request_id = c.request_id) else '[]' end as changes, c.created_at`,
        from: sql`mcp_call c left join "user" u on u.id = c.user_id`,
        where: [
          sql`c.team_id = ${team.id}`,
          ...(connection_id ? [sql`c.grant_id = ${connection_id}`] : []),
          ...(name ? [sql`c.name = ${name}`] : []),
          ...(is_write === undefined ? [] : [sql`c.is_write = ${is_write}`]),
          ...(failed === undefined ? [] : [sql`(not c.result = any(${resultsWithoutFailure})) = ${failed}`]),
          ...dateConditions(query, sql`c`),
        ],
        sort: sorts[query.sort],
        isSortUnindexed: query.sort === "duration_ms" || query.sort === "-duration_ms",
        idColumn: sql`c.id`,
      },
      query,
    )
  },
})
