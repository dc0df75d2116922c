/** Lists the logged API requests of the team's keys, newest first by default. */
import { z } from "zod"
import { createdAt, dateOrTimestampInput } from "@/domain/kernel/fields"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { listPage, pageInput, type Sort, sortInput } from "@/domain/kernel/page"
import { containsPattern } from "@/domain/kernel/text"
import { sql } from "@/prisma/client"
import { loggedBefore, loggedSince } from "./request-log"

export const loggedRequest = z.object({
  id: z.string(),
  key_id: z.string(),
  method: z.string(),
  route: z.string(),
  path: z.string(),
  query: z
    .string()
    .nullable()
    .meta({ description: "The query string as it was sent, without the question mark. Secrets are redacted." }),
  status: z.int(),
  code: z.string().nullable(),
  duration_ms: z.number(),
  db_ms: z.number().nullable().meta({ description: "The part of `duration_ms` that was spent in the database." }),
  bytes: z.int(),
  ip: z.string().nullable(),
  user_agent: z.string().nullable(),
  created_at: createdAt(),
})

export const requestColumns = sql`r.id, r.key_id, r.method, r.route, r.path, r.query, r.status, r.code, r.duration_ms, r.db_ms, r.bytes,
  r.ip, r.user_agent, r.created_at`

const byTime = (descending: boolean): Sort => ({ column: sql`r.id`, descending, type: "text" })
const byDuration = (descending: boolean): Sort => ({ column: sql`r.duration_ms`, descending, type: "real" })

/** Ids start with their time, and the index is on the id. An index on the duration would slow down the log's writes. */
const sorts = {
  "-created_at": byTime(true),
  created_at: byTime(false),
  "-duration_ms": byDuration(true),
  duration_ms: byDuration(false),
} satisfies Record<string, Sort>

const statusClasses = ["2xx", "3xx", "4xx", "5xx"] as const

export const listKeyRequests = defineOperation({
  id: "keys.listRequests",
  summary: "List logged API requests",
  audience: "team",
  kind: "query",
  input: z.strictObject({
    ...pageInput,
    key_id: id("key").optional(),
    request_id: id("request").optional(),
    status_class: z.array(z.enum(statusClasses)).min(1).optional(),
    status: z.int().min(100).max(599).optional(),
    route: z.string().max(200).optional(),
    path: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .meta({ description: "Only requests whose path or query contains this text. Case-insensitive." }),
    since: dateOrTimestampInput("Only requests at or after this time.").optional(),
    until: dateOrTimestampInput("Only requests before this time.").optional(),
    sort: sortInput(sorts).default("-created_at"),
  }),
  output: z.array(loggedRequest),
  async handle({ team }, query) {
    const { key_id, request_id, status_class, status, route, path, since, until, sort } = query
    const isByDuration = sort === "duration_ms" || sort === "-duration_ms"
    const where = [sql`r.team_id = ${team.id}`]
    if (key_id) where.push(sql`r.key_id = ${key_id}`)
    if (request_id) where.push(sql`r.id = ${request_id}`)
    if (status_class) where.push(sql`r.status / 100 = any(${status_class.map((c) => Number(c[0]))}::int[])`)
    if (status) where.push(sql`r.status = ${status}`)
    if (route) where.push(sql`r.route = ${route}`)
    if (path) where.push(sql`r.path || coalesce('?' || r.query, '') ilike ${containsPattern(path)}`)
    if (since) where.push(loggedSince(new Date(since)))
    if (until) where.push(loggedBefore(new Date(until)))
    return listPage(
      {
        row: loggedRequest,
        cursorScope: ["keys.listRequests", team.id],
        columns: requestColumns,
        from: sql`request_log_entry r`,
        where,
        sort: sorts[sort],
        isSortUnindexed: isByDuration,
        idColumn: sql`r.id`,
        // The index starts with the key, so it returns the log of one key in order. For all keys, Postgres reads one
        // page per key and merges them.
        ...(!key_id &&
          !isByDuration && {
            perGroup: {
              groups: sql`(select id from api_key where team_id = ${team.id}) k`,
              condition: sql`r.key_id = k.id`,
            },
          }),
      },
      query,
    )
  },
})
