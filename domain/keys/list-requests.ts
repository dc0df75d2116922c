/** Lists the requests that were made with the team's keys. */
import { z } from "zod"
import { momentInput, timestamp } from "@/domain/fields"
import { id } from "@/domain/ids"
import { defineOperation } from "@/domain/operation"
import { listPage, pageInput } from "@/domain/page"
import { sql } from "@/prisma/client"

const request = z
  .object({
    id: z.string(),
    key_id: z.string(),
    method: z.string(),
    route: z.string(),
    path: z.string(),
    status: z.int(),
    code: z.string().nullable(),
    duration_ms: z.number(),
    bytes: z.int(),
    ip: z.string().nullable(),
    user_agent: z.string().nullable(),
    created_at: timestamp(),
  })
  .meta({ id: "LoggedRequest" })

const statusClasses = ["2xx", "3xx", "4xx", "5xx"] as const

export const listKeyRequests = defineOperation({
  id: "keys.listRequests",
  summary: "List the requests of API keys",
  audience: "team",
  kind: "query",
  input: z.strictObject({
    ...pageInput,
    key_id: id("key").optional(),
    status_class: z.array(z.enum(statusClasses)).min(1).optional(),
    route: z.string().max(200).optional(),
    since: momentInput("Only requests at or after this moment").optional(),
  }),
  output: z.array(request),
  async handle({ team }, query) {
    const { key_id, status_class, route, since } = query
    const where = [sql`r.team_id = ${team.id}`]
    if (key_id) where.push(sql`r.key_id = ${key_id}`)
    if (status_class) where.push(sql`r.status / 100 = any(${status_class.map((c) => Number(c[0]))}::int[])`)
    if (route) where.push(sql`r.route = ${route}`)
    if (since) where.push(sql`r.created_at >= ${since}::timestamptz`)
    return listPage<z.infer<typeof request>>(
      {
        binding: ["keys.listRequests", team.id],
        columns: sql`r.id, r.key_id, r.method, r.route, r.path, r.status, r.code, r.duration_ms, r.bytes, r.ip, r.user_agent, r.created_at`,
        from: sql`request_log_entry r`,
        where,
        sort: { column: sql`r.id`, descending: true, type: "text" },
        idColumn: sql`r.id`,
      },
      query,
    )
  },
})
